-- mariadb/lease/keys-heads
(select `id` from `tiny`
where `id` = (
  select `id`
  from `tiny`
  where `account` = ?
    and `locked_until` is null
  order by `id`
  limit 1)
  and `locked_until` is null
  and not exists (
  select 1
  from `tiny`
  where `account` = ?
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'tiny')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
union all (select `id` from `tiny`
where `id` = (
  select `id`
  from `tiny`
  where `account` = ?
    and `locked_until` is null
  order by `id`
  limit 1)
  and `locked_until` is null
  and not exists (
  select 1
  from `tiny`
  where `account` = ?
    and `locked_until` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'tiny')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 LANE[0]
-- 2 LANE[0]
-- 3 LANE[0]
-- 4 LANE[1]
-- 5 LANE[1]
-- 6 LANE[1]
