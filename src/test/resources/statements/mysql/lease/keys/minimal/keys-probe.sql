-- mysql/lease/keys-probe
(select 0 from `tiny`
where `id` = (
  select `id`
  from `tiny`
  where `account` = ?
    and `locked_until` is null
  order by `id`
  limit 1)
  and `locked_until` is null)
union all (select 1 from `tiny`
where `id` = (
  select `id`
  from `tiny`
  where `account` = ?
    and `locked_until` is null
  order by `id`
  limit 1)
  and `locked_until` is null)

-- 1 LANE[0]
-- 2 LANE[1]
