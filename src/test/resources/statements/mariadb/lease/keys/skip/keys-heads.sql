-- mariadb/lease/keys-heads
(select `id` from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
    and `locked_until` is null
    and `retry_after` <= ?
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select 1
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
union all (select `id` from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
    and `locked_until` is null
    and `retry_after` <= ?
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select 1
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 NOW[4]
-- 5 GROUP
-- 6 LANE[0]
-- 7 GROUP
-- 8 LANE[0]
-- 9 GROUP
-- 10 LANE[1]
-- 11 NOW[4]
-- 12 NOW[4]
-- 13 GROUP
-- 14 LANE[1]
-- 15 GROUP
-- 16 LANE[1]
