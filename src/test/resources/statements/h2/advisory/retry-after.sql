-- h2/advisory/retry-after
update "jobs"
set "retry_after" = ?, "last_error" = ?
where "id" = ?
  and "attempt" = ?

-- 1 RETRY_AT[3]
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
