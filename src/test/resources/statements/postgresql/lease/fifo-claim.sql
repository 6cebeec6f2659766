-- postgresql/lease/fifo-claim
with claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    select "id"
    from "jobs"
    where "id" = (
      select "id"
      from "jobs"
      where "grp" = ?
        and "processed_at" is null
        and "locked_until" is null
      order by "priority", "retry_after", "id"
      limit 1)
      and "grp" = ?
      and "retry_after" <= ?
      and "processed_at" is null
      and "locked_until" is null
      and not exists (
      select "id"
      from "jobs"
      where "grp" = ?
        and "processed_at" is null
        and "locked_until" is not null)
    for update skip locked))
  returning "id", "grp", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "retry_after", "id"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 NOW[3]
-- 6 GROUP
