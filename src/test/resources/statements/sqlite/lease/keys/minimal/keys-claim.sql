-- sqlite/lease/keys-claim
with rowqueue_lanes (rowqueue_lane) as (values (?), (?))
update `tiny`
set `locked_until` = ?
where `id` in (
  select (
    select `id`
    from `tiny`
    where `account` = rowqueue_lane
      and `locked_until` is null
    order by `id`
    limit 1)
  from rowqueue_lanes
  where not exists (
    select 1
    from `tiny`
    where `account` = rowqueue_lane
      and `locked_until` is not null))
  and `locked_until` is null
returning `id`, `account`, `locked_until`, `payload`

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
