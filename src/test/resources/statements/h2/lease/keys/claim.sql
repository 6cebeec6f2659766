-- h2/lease/claim
select "id", "grp", "account", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" in (?, ?)
  and "grp" = ?
  and "account" is null
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
order by "priority", "id"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 NOW[4]
