-- postgresql/lease/claim-suspect
with claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    select "id"
    from "jobs"
    where "grp" = ?
      and "retry_after" <= ?
      and "processed_at" is null
      and "locked_until" <= ?
    order by "locked_until"
    limit (select cast(? as bigint))
    for update skip locked))
  returning "id", "grp", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "retry_after", "id"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 NOW[3]
-- 5 NOW[5]
-- 6 LIMIT
