-- postgresql/lease/keys-claim
with rowqueue_lanes (rowqueue_step, rowqueue_lane) as materialized (
  select -1, "account" from "jobs" where false
  union all select 0, ?
  union all select 1, ?), claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    select "id"
    from "jobs"
    where "id" = any(array(
      select (
        select "id"
        from "jobs"
        where "grp" = ?
          and "account" = rowqueue_lane
          and "processed_at" is null
          and "locked_until" is null
        order by "priority", "id"
        limit 1)
      from rowqueue_lanes
      where not exists (
        select 1
        from "jobs"
        where "grp" = ?
          and "account" = rowqueue_lane
          and "processed_at" is null
          and "locked_until" is not null)))
      and "retry_after" <= ?
      and "processed_at" is null
      and "locked_until" is null
    for update skip locked))
  returning "id", "grp", "account", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "account", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "id"

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 LEASE_UNTIL
-- 4 ATTEMPT_ROOM
-- 5 GROUP
-- 6 GROUP
-- 7 NOW[4]
