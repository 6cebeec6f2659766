-- postgresql/row-lock/claim
select "id", "grp", "account", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "jobs"
where "grp" = ?
  and "account" is null
  and "retry_after" <= ?
  and "processed_at" is null
order by "account", "priority", "id"
limit (select cast(? as bigint))
for update skip locked

-- 1 GROUP
-- 2 NOW[4]
-- 3 LIMIT
