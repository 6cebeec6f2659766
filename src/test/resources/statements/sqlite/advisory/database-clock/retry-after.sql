-- sqlite/advisory/retry-after
update `jobs`
set `retry_after` = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', (? / 1000000.0) || ' seconds'), `last_error` = ?
where `id` = ?
  and `attempt` = ?

-- 1 DELAY
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
