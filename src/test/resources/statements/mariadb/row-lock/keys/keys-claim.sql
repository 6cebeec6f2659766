-- mariadb/row-lock/keys-claim
select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
  order by `priority`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 GROUP
-- 5 LANE[0]
