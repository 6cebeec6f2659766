-- mysql/row-lock/retry-after
update `jobs`
set `retry_after` = utc_timestamp(6) + interval ? microsecond, `attempt` = least(`attempt`, ?) + 1, `last_error` = ?
where `id` = ?

-- 1 DELAY
-- 2 ATTEMPT_ROOM
-- 3 LAST_ERROR
-- 4 ID[0]
