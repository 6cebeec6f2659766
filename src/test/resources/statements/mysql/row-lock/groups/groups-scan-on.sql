-- mysql/row-lock/groups-scan-on
select rowqueue_lane, rowqueue_entries,
  1
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `grp` as rowqueue_lane
    from `jobs`
    where `processed_at` is null
      and `grp` > ?
      and `grp` not in (?, ?)
    order by `grp`
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 AFTER
-- 2 EXCLUDED[0]
-- 3 EXCLUDED[1]
-- 4 WINDOW
-- 5 LIMIT
