-- mysql/lease/fifo-take-suspect
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `id` in (?, ?)
  and `grp` = ?
  and `processed_at` is null
  and `locked_until` <= ?
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 NOW[5]
-- 5 GROUP
