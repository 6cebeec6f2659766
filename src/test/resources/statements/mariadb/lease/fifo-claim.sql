-- mariadb/lease/fifo-claim
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `grp` = ?
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 GROUP
-- 2 GROUP
-- 3 NOW[3]
-- 4 GROUP
-- 5 GROUP
