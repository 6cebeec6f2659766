-- h2/row-lock/keys-claim
select "id", "grp", "account", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
  order by "grp", "processed_at", "account", "priority", "id"
  limit 1)
  and "retry_after" <= ?
  and "processed_at" is null
for update skip locked

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
