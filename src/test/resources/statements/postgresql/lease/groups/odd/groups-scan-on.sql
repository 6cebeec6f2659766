-- postgresql/lease/groups-scan-on
with recursive rowqueue_lanes (rowqueue_lane, rowqueue_step) as (
  select (
    select "group"
    from "my schema"."Order -- ""Jobs"" `x` \' it\"
    where "locked ""until"" `x`" is null
      and "group" > ?
    order by "group" limit 1), 1
  union all
  select (
    select "group"
    from "my schema"."Order -- ""Jobs"" `x` \' it\"
    where "locked ""until"" `x`" is null
      and "group" > rowqueue_lane
    order by "group" limit 1), rowqueue_step + 1
  from rowqueue_lanes
  where rowqueue_lane is not null and rowqueue_step < ?)
select rowqueue_lane, 1,
  case when rowqueue_lane not in (?, ?)
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = rowqueue_lane
    and "locked ""until"" `x`" is not null)
  and (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = rowqueue_lane
    and "locked ""until"" `x`" is null
  order by "Id?"
  limit 1) = 1 then 1 else 0 end
from rowqueue_lanes
where rowqueue_lane is not null
order by rowqueue_step

-- 1 AFTER
-- 2 LIMIT
-- 3 EXCLUDED[0]
-- 4 EXCLUDED[1]
