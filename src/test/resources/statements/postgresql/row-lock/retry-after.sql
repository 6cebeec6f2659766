-- postgresql/row-lock/retry-after
update "jobs"
set "retry_after" = ?, "attempt" = least("attempt", ?) + 1, "last_error" = ?
where "id" = ?

-- 1 RETRY_AT[3]
-- 2 ATTEMPT_ROOM
-- 3 LAST_ERROR
-- 4 ID[0]
