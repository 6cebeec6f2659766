-- h2/row-lock/groups-scan-on
select rowqueue_lane, rowqueue_entries,
  case when rowqueue_lane not in (?, ?)
  and (
  select case when "retry_after" <= ? then 1 else 0 end
  from "jobs"
  where "grp" = rowqueue_lane
    and "processed_at" is null
  order by "grp", "processed_at", "priority", "retry_after", "id"
  limit 1) = 1 then 1 else 0 end
from (
  select rowqueue_lane, count(*) as rowqueue_entries
  from (
    select "grp" as rowqueue_lane
    from "jobs"
    where "processed_at" is null
      and "grp" > ?
    order by "grp"
    limit ?) as rowqueue_window
  group by rowqueue_lane
  order by rowqueue_lane
  limit ?) as rowqueue_lanes
order by rowqueue_lane

-- 1 EXCLUDED[0]
-- 2 EXCLUDED[1]
-- 3 NOW[3]
-- 4 AFTER
-- 5 WINDOW
-- 6 LIMIT
