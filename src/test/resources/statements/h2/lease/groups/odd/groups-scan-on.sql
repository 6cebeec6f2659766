-- h2/lease/groups-scan-on
select rowqueue_lane, rowqueue_entries,
  case when rowqueue_lane not in (?, ?)
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = rowqueue_lane
    and "locked ""until"" `x`" >= ?)
  and (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = rowqueue_lane
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "Id?"
  limit 1) = 1 then 1 else 0 end
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select "group" as rowqueue_lane
    from "my schema"."Order -- ""Jobs"" `x` \' it\"
    where "locked ""until"" `x`" is null
      and "group" > ?
    order by "group"
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 EXCLUDED[0]
-- 2 EXCLUDED[1]
-- 3 LONG_AGO
-- 4 AFTER
-- 5 WINDOW
-- 6 LIMIT
