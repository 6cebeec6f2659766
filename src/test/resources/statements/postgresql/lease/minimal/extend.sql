-- postgresql/lease/extend
update "tiny"
set "locked_until" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ?

-- 1 LEASE_UNTIL
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
