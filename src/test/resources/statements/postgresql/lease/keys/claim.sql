-- postgresql/lease/claim
with claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    select "id"
    from "jobs"
    where "grp" = ?
      and "account" is null
      and "retry_after" <= ?
      and "processed_at" is null
      and "locked_until" is null
    order by "account", "priority", "id"
    limit (select cast(? as bigint))
    for update skip locked))
  returning "id", "grp", "account", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "account", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "id"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 NOW[4]
-- 5 LIMIT
