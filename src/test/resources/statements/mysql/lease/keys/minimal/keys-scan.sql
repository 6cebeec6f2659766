-- mysql/lease/keys-scan
select rowqueue_lane, rowqueue_entries,
  case when not exists (
  select 1
  from `tiny`
  where `account` = rowqueue_lane
    and `locked_until` is not null) then 1 else 0 end
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `account` as rowqueue_lane
    from `tiny`
    where `locked_until` is null
      and `account` is not null
    order by `account`
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 WINDOW
-- 2 LIMIT
