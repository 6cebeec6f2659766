-- sqlite/lease/dead-letter-to-table-batch-copy
insert into `jobs_dead` (`id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`)
select `id`, `grp`, `priority`, `retry_after`, `attempt`, null, `processed_at`, `headers`, `payload`, case `id` when ? then ? when ? then ? end, `customer`
from `jobs`
where `id` in (?, ?)

-- 1 ID[0]
-- 2 EACH_ERROR[0]
-- 3 ID[1]
-- 4 EACH_ERROR[1]
-- 5 ID[0]
-- 6 ID[1]
