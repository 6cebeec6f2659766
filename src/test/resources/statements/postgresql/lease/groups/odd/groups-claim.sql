-- postgresql/lease/groups-claim
with rowqueue_lanes (rowqueue_step, rowqueue_lane) as materialized (
  select -1, "group" from "my schema"."Order -- ""Jobs"" `x` \' it\" where false
  union all select 0, ?
  union all select 1, ?), claimed as (
  update "my schema"."Order -- ""Jobs"" `x` \' it\"
  set "locked ""until"" `x`" = ?, "attempt" = least("attempt", ?) + 1
  where "Id?" = any(array(
    select "Id?"
    from "my schema"."Order -- ""Jobs"" `x` \' it\"
    where "Id?" = any(array(
      select (
        select "Id?"
        from "my schema"."Order -- ""Jobs"" `x` \' it\"
        where "group" = rowqueue_lane
          and "locked ""until"" `x`" is null
        order by "Id?"
        limit 1)
      from rowqueue_lanes
      where not exists (
        select 1
        from "my schema"."Order -- ""Jobs"" `x` \' it\"
        where "group" = rowqueue_lane
          and "locked ""until"" `x`" is not null)))
      and "locked ""until"" `x`" is null
    for update skip locked))
  returning "Id?", "group", "attempt" - cast(1 as smallint) as "attempt", "locked ""until"" `x`", "select /* ; */")
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from claimed
order by "Id?"

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
-- 4 ATTEMPT_ROOM
