-- mariadb/advisory/retry
update `jobs`
set `last_error` = ?
where `id` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
-- 4 KEY[0]
