-- h2/row-lock/claim
select "id", "grp", "account", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" in (?, ?)
  and "grp" = ?
  and "account" is null
  and "retry_after" <= ?
  and "processed_at" is null
order by "priority", "id"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 NOW[4]
