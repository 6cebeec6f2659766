-- mysql/lease/keys-heads
(select `id` from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `account` = ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `id`
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
  order by `priority`, `id`
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
-- 4 GROUP
-- 5 LANE[0]
-- 6 GROUP
-- 7 GROUP
-- 8 LANE[0]
-- 9 GROUP
-- 10 LANE[1]
-- 11 NOW[4]
-- 12 GROUP
-- 13 LANE[1]
-- 14 GROUP
-- 15 GROUP
-- 16 LANE[1]
