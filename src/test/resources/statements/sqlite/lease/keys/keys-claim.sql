-- sqlite/lease/keys-claim
with rowqueue_lanes (rowqueue_lane) as (values (?), (?))
update `jobs`
set `locked_until` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `id` in (
  select (
    select `id`
    from `jobs`
    where `grp` = ?
      and `account` = rowqueue_lane
      and `processed_at` is null
      and `locked_until` is null
    order by `priority`, `id`
    limit 1)
  from rowqueue_lanes
  where not exists (
    select 1
    from `jobs`
    where `grp` = ?
      and `account` = rowqueue_lane
      and `processed_at` is null
      and `locked_until` is not null))
  and +`retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
returning `id`, `grp`, `account`, `priority`, `retry_after`, `attempt` - 1 as `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
-- 4 ATTEMPT_ROOM
-- 5 GROUP
-- 6 GROUP
-- 7 NOW[4]
