-- sqlite/lease/groups-claim
with rowqueue_lanes (rowqueue_lane) as (values (?), (?))
update `my schema`.`Order -- "Jobs" ``x`` \' it\`
set `locked "until" ``x``` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `Id?` in (
  select (
    select `Id?`
    from `my schema`.`Order -- "Jobs" ``x`` \' it\`
    where `group` = rowqueue_lane
      and `locked "until" ``x``` is null
    order by `Id?`
    limit 1)
  from rowqueue_lanes
  where not exists (
    select 1
    from `my schema`.`Order -- "Jobs" ``x`` \' it\`
    where `group` = rowqueue_lane
      and `locked "until" ``x``` is not null))
  and `locked "until" ``x``` is null
returning `Id?`, `group`, `attempt` - 1 as `attempt`, `locked "until" ``x```, `select /* ; */`

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
-- 4 ATTEMPT_ROOM
