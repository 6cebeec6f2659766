-- mysql/row-lock/groups-scan
select rowqueue_lane, 1, case when rowqueue_lane not in (?, ?) then 1 else 0 end
from (
  select distinct `grp` as rowqueue_lane
  from `jobs`
  where `grp` is not null
  order by `grp` limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 EXCLUDED[0]
-- 2 EXCLUDED[1]
-- 3 LIMIT
