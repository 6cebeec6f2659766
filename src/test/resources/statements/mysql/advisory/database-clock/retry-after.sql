-- mysql/advisory/retry-after
update `jobs`
set `retry_after` = utc_timestamp(6) + interval ? microsecond, `last_error` = ?
where `id` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 DELAY
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
-- 5 KEY[0]
