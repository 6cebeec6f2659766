-- mysql/lease/groups-probe
(select 0 from `jobs`
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
    and `locked_until` is not null))
union all (select 1 from `jobs`
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
    and `locked_until` is not null))

-- 1 LANE[0]
-- 2 NOW[3]
-- 3 LANE[0]
-- 4 LANE[1]
-- 5 NOW[3]
-- 6 LANE[1]
