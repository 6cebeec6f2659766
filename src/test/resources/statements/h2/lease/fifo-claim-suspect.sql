-- h2/lease/fifo-claim-suspect
select "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" >= ?
  order by "locked_until" desc
  limit 1)
  and "grp" = ?
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" <= ?
for update skip locked

-- 1 GROUP
-- 2 LONG_AGO
-- 3 GROUP
-- 4 NOW[3]
-- 5 NOW[5]
