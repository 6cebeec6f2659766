-- mariadb/advisory/dead-letter-to-group
update `jobs`
set `grp` = ?, `last_error` = ?
where `id` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 DESTINATION
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
-- 5 KEY[0]
