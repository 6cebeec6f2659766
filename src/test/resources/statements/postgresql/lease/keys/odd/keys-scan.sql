-- postgresql/lease/keys-scan
with recursive rowqueue_lanes (rowqueue_lane, rowqueue_step) as (
  select (
    select "key?"
    from "my schema"."Order -- ""Jobs"" `x`"
    where "group" = ?
      and "locked ""until"" `x`" is null
      and "key?" is not null
    order by "key?" limit 1), 1
  union all
  select (
    select "key?"
    from "my schema"."Order -- ""Jobs"" `x`"
    where "group" = ?
      and "locked ""until"" `x`" is null
      and "key?" > rowqueue_lane
    order by "key?" limit 1), rowqueue_step + 1
  from rowqueue_lanes
  where rowqueue_lane is not null and rowqueue_step < ?)
select rowqueue_lane, 1,
  case when not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = rowqueue_lane
    and "locked ""until"" `x`" is not null)
  and (
  select 1
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = rowqueue_lane
    and "locked ""until"" `x`" is null
  order by "Id?"
  limit 1) = 1 then 1 else 0 end
from rowqueue_lanes
where rowqueue_lane is not null
order by rowqueue_step

-- 1 GROUP
-- 2 GROUP
-- 3 LIMIT
-- 4 GROUP
-- 5 GROUP
