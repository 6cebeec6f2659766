-- mysql/row-lock/fifo-take
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `id` in (?, ?)
  and `grp` = ?
  and `processed_at` is null
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 GROUP
