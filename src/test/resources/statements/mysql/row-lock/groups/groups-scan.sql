-- mysql/row-lock/groups-scan
select rowqueue_lane, rowqueue_entries,
  1
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `grp` as rowqueue_lane
    from `jobs`
    where `processed_at` is null
      and `grp` is not null
      and `grp` not in (?, ?)
    order by `grp`
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 EXCLUDED[0]
-- 2 EXCLUDED[1]
-- 3 WINDOW
-- 4 LIMIT
