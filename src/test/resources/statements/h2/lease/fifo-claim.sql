-- h2/lease/fifo-claim
select "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" is null
  order by "grp", "processed_at", "locked_until", "priority", "retry_after", "id"
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
    and "locked_until" >= ?)
for update skip locked

-- 1 GROUP
-- 2 GROUP
-- 3 NOW[3]
-- 4 GROUP
-- 5 LONG_AGO
