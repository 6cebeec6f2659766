-- postgresql/row-lock/retry
update "jobs"
set "attempt" = least("attempt", ?) + 1, "last_error" = ?
where "id" = ?

-- 1 ATTEMPT_ROOM
-- 2 LAST_ERROR
-- 3 ID[0]
