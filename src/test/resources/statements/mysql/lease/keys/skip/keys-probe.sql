-- mysql/lease/keys-probe
(select 0 from `jobs`
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
  and `locked_until` is null)
union all (select 1 from `jobs`
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
  and `locked_until` is null)

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 NOW[4]
-- 5 GROUP
-- 6 LANE[1]
-- 7 NOW[4]
-- 8 NOW[4]
