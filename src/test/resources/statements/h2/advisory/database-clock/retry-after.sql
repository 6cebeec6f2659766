-- h2/advisory/retry-after
update "jobs"
set "retry_after" = dateadd(microsecond, cast(? as bigint), dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')), "last_error" = ?
where "id" = ?
  and "attempt" = ?

-- 1 DELAY
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
