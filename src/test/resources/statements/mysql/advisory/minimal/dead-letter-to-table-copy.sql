-- mysql/advisory/dead-letter-to-table-copy
insert into `jobs_dead` (`id`, `payload`)
select `id`, `payload`
from `tiny`
where `id` = ?
  and is_used_lock(?) = connection_id()
for update

-- 1 ID[0]
-- 2 KEY[0]
