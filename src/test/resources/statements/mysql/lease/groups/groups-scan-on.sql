-- mysql/lease/groups-scan-on
select rowqueue_lane, rowqueue_entries,
  case when not exists (
  select 1
  from `jobs`
  where `grp` = rowqueue_lane
    and `processed_at` is null
    and `locked_until` is not null) then 1 else 0 end
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `grp` as rowqueue_lane
    from `jobs`
    where `processed_at` is null
      and `locked_until` is null
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
