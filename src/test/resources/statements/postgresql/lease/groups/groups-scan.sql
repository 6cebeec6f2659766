-- postgresql/lease/groups-scan
with recursive rowqueue_lanes (rowqueue_lane, rowqueue_step) as (
  select (
    select "grp"
    from "jobs"
    where "processed_at" is null
      and "locked_until" is null
      and "grp" is not null
    order by "grp" limit 1), 1
  union all
  select (
    select "grp"
    from "jobs"
    where "processed_at" is null
      and "locked_until" is null
      and "grp" > rowqueue_lane
    order by "grp" limit 1), rowqueue_step + 1
  from rowqueue_lanes
  where rowqueue_lane is not null and rowqueue_step < ?)
select rowqueue_lane, 1,
  case when rowqueue_lane not in (?, ?)
  and not exists (
  select 1
  from "jobs"
  where "grp" = rowqueue_lane
    and "processed_at" is null
    and "locked_until" is not null)
  and (
  select case when "retry_after" <= ? then 1 else 0 end
  from "jobs"
  where "grp" = rowqueue_lane
    and "processed_at" is null
    and "locked_until" is null
  order by "priority", "retry_after", "id"
  limit 1) = 1 then 1 else 0 end
from rowqueue_lanes
where rowqueue_lane is not null
order by rowqueue_step

-- 1 LIMIT
-- 2 EXCLUDED[0]
-- 3 EXCLUDED[1]
-- 4 NOW[3]
