-- sqlite/advisory/dead-letter-to-table-copy
insert into `jobs_dead` (`id`, `payload`)
select `id`, `payload`
from `tiny`
where `id` = ?

-- 1 ID[0]
