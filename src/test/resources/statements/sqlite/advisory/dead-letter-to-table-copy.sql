-- sqlite/advisory/dead-letter-to-table-copy
insert into `jobs_dead` (`id`, `grp`, `priority`, `retry_after`, `attempt`, `processed_at`, `headers`, `payload`, `last_error`, `customer`)
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `processed_at`, `headers`, `payload`, ?, `customer`
from `jobs`
where `id` = ?
  and `attempt` = ?

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
