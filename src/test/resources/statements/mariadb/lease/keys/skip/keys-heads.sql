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
  and is_used_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
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
  and is_used_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 NOW[4]
-- 5 GROUP
-- 6 LANE[0]
-- 7 GROUP
-- 8 GROUP
-- 9 LANE[0]
-- 10 GROUP
-- 11 LANE[1]
-- 12 NOW[4]
-- 13 NOW[4]
-- 14 GROUP
-- 15 LANE[1]
-- 16 GROUP
-- 17 GROUP
-- 18 LANE[1]
