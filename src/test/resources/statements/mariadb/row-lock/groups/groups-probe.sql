-- mariadb/row-lock/groups-probe
(select 0 from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null)
union all (select 1 from `jobs`
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `retry_after` <= ?
  and `processed_at` is null)

-- 1 LANE[0]
-- 2 NOW[3]
-- 3 LANE[1]
-- 4 NOW[3]
