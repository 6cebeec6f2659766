-- sqlite/lease/dead-letter-to-table-batch-copy
insert into `jobs_dead` (`id`, `locked_until`, `payload`)
select `id`, null, `payload`
from `tiny`
where `id` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
