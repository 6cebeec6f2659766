-- mysql/lease/keys-scan-on
select rowqueue_lane, rowqueue_entries,
  case when not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = rowqueue_lane
    and `locked "until" ``x``` is not null) then 1 else 0 end
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select `key?` as rowqueue_lane
    from `my schema`.`Order -- "Jobs" ``x```
    where `group` = ?
      and `locked "until" ``x``` is null
      and `key?` > ?
    order by `key?`
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 GROUP
-- 2 GROUP
-- 3 AFTER
-- 4 WINDOW
-- 5 LIMIT
