-- h2/row-lock/fifo-take
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" in (?, ?)
  and "grp" = ?
  and "processed_at" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
