-- mysql/advisory/drop
update `jobs`
set `processed_at` = ?
where `id` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 NOW[5]
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
-- 4 KEY[0]
