-- sqlite/advisory/find
select `id`, `attempt`
from `jobs`
where `id` = ?
  and `processed_at` is null

-- 1 ID[0]
