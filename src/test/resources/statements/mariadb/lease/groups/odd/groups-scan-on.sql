-- mariadb/lease/groups-scan-on
select rowqueue_lane, 1, case when rowqueue_lane not in (?, ?) then 1 else 0 end
from (
  select distinct `group` as rowqueue_lane
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` > ?
  order by `group` limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 EXCLUDED[0]
-- 2 EXCLUDED[1]
-- 3 AFTER
-- 4 LIMIT
