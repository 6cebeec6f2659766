-- postgresql/lease/extend
update "jobs"
set "locked_until" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 LEASE_UNTIL
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
