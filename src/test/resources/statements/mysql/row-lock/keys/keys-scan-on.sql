-- mysql/row-lock/keys-scan-on
select rowqueue_lane, rowqueue_entries,
  1
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `account` as rowqueue_lane
    from `jobs`
    where `grp` = ?
      and `processed_at` is null
      and `account` > ?
    order by `account`
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 GROUP
-- 2 AFTER
-- 3 WINDOW
-- 4 LIMIT
