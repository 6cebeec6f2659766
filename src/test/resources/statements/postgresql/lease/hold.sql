-- postgresql/lease/hold
update "jobs"
set "locked_until" = ?, "last_error" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 RETRY_AT[5]
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
