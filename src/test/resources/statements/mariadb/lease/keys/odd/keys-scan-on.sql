-- mariadb/lease/keys-scan-on
select rowqueue_lane, rowqueue_entries,
  case when not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = rowqueue_lane
    and `locked "until" ``x``` is not null)
  and (
  select 1
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = rowqueue_lane
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1) = 1 then 1 else 0 end
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
-- 3 GROUP
-- 4 AFTER
-- 5 WINDOW
-- 6 LIMIT
