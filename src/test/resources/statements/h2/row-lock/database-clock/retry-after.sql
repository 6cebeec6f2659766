-- h2/row-lock/retry-after
update "jobs"
set "retry_after" = dateadd(microsecond, cast(? as bigint), dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')), "attempt" = least("attempt", ?) + 1, "last_error" = ?
where "id" = ?

-- 1 DELAY
-- 2 ATTEMPT_ROOM
-- 3 LAST_ERROR
-- 4 ID[0]
