-- postgresql/lease/retry
update "tiny"
set "locked_until" = null
where "id" = ?
  and coalesce("locked_until", "locked_until") = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
