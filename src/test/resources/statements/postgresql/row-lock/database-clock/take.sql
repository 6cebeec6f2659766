-- postgresql/row-lock/take
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "jobs"
where "id" in (?, ?)
  and "grp" = ?
  and "processed_at" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
