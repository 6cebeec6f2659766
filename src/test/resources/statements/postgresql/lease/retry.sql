-- postgresql/lease/retry
update "jobs"
set "locked_until" = null, "last_error" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
