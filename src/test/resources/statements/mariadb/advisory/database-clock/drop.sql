-- mariadb/advisory/drop
update `jobs`
set `processed_at` = utc_timestamp(6)
where `id` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
-- 3 KEY[0]
