-- mysql/lease/keys-probe
(select 0 from `jobs`
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
  and `locked_until` is null)
union all (select 1 from `jobs`
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
  and `locked_until` is null)

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 GROUP
-- 5 LANE[1]
-- 6 NOW[4]
