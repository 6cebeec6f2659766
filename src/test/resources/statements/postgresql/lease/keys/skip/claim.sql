-- postgresql/lease/claim
with claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    with recursive rowqueue_priorities (rowqueue_priority) as (
      (
        select "priority"
        from "jobs"
        where "grp" = ?
          and "account" is null
          and "processed_at" is null
          and "locked_until" is null
        order by "account", "priority"
        limit 1)
      union all
      select (
        select "priority"
        from "jobs"
        where "grp" = ?
          and "account" is null
          and "processed_at" is null
          and "locked_until" is null
          and "priority" > rowqueue_priority
        order by "account", "priority"
        limit 1)
      from rowqueue_priorities
      where rowqueue_priority is not null)
    select "id"
    from rowqueue_priorities
    cross join lateral (
      select "id"
      from "jobs"
      where "grp" = ?
        and "account" is null
        and "retry_after" <= ?
        and "processed_at" is null
        and "locked_until" is null
        and "priority" = rowqueue_priority
      order by "account", "retry_after", "id"
      limit (select cast(? as bigint))
      for update skip locked) rowqueue_rows
    limit (select cast(? as bigint))))
  returning "id", "grp", "account", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "account", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "retry_after", "id"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 GROUP
-- 6 NOW[4]
-- 7 LIMIT
-- 8 LIMIT
