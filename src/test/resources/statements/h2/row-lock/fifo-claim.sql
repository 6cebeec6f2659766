-- h2/row-lock/fifo-claim
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
  order by "grp", "processed_at", "priority", "retry_after", "id"
  limit 1)
  and "grp" = ?
  and "retry_after" <= ?
  and "processed_at" is null
for update skip locked

-- 1 GROUP
-- 2 GROUP
-- 3 NOW[3]
