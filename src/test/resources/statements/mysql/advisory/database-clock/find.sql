-- mysql/advisory/find
select `id`, `attempt`
from `jobs`
where `id` = ?
  and `processed_at` is null
  and is_used_lock(?) = connection_id()
for update

-- 1 ID[0]
-- 2 KEY[0]
