-- postgresql/lease/keys-claim
with rowqueue_lanes (rowqueue_step, rowqueue_lane) as materialized (
  select -1, "account" from "tiny" where false
  union all select 0, ?
  union all select 1, ?), claimed as (
  update "tiny"
  set "locked_until" = ?
  where "id" = any(array(
    select "id"
    from "tiny"
    where "id" = any(array(
      select (
        select "id"
        from "tiny"
        where "account" = rowqueue_lane
          and "locked_until" is null
        order by "id"
        limit 1)
      from rowqueue_lanes
      where not exists (
        select 1
        from "tiny"
        where "account" = rowqueue_lane
          and "locked_until" is not null)))
      and "locked_until" is null
    for update skip locked))
  returning "id", "account", "locked_until", "payload")
select "id", "account", "locked_until", "payload"
from claimed
order by "id"

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
