-- h2/advisory/take
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
from "jobs"
where "id" = ?
  and "grp" = ?
  and "retry_after" <= dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')
  and "processed_at" is null
for update skip locked

-- 1 ID[0]
-- 2 GROUP
