-- h2/lease/keys-take
select "id", "grp", "account", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" in (?, ?)
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 NOW[4]
