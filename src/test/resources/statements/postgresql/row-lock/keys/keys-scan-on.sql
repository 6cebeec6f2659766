-- postgresql/row-lock/keys-scan-on
with recursive rowqueue_lanes (rowqueue_lane, rowqueue_step) as (
  select (
    select "account"
    from "jobs"
    where "grp" = ?
      and "processed_at" is null
      and "account" > ?
    order by "account" limit 1), 1
  union all
  select (
    select "account"
    from "jobs"
    where "grp" = ?
      and "processed_at" is null
      and "account" > rowqueue_lane
    order by "account" limit 1), rowqueue_step + 1
  from rowqueue_lanes
  where rowqueue_lane is not null and rowqueue_step < ?)
select rowqueue_lane, 1,
  case when (
  select case when "retry_after" <= ? then 1 else 0 end
  from "jobs"
  where "grp" = ?
    and "account" = rowqueue_lane
    and "processed_at" is null
  order by "priority", "id"
  limit 1) = 1 then 1 else 0 end
from rowqueue_lanes
where rowqueue_lane is not null
order by rowqueue_step

-- 1 GROUP
-- 2 AFTER
-- 3 GROUP
-- 4 LIMIT
-- 5 NOW[4]
-- 6 GROUP
