-- mysql/lease/groups-heads
(select `id` from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select 1
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
union all (select `id` from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select 1
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 LANE[0]
-- 2 NOW[3]
-- 3 LANE[0]
-- 4 LANE[0]
-- 5 LANE[1]
-- 6 NOW[3]
-- 7 LANE[1]
-- 8 LANE[1]
