-- h2/lease/dead-letter-to-table-copy
insert into "jobs_dead" ("id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer") overriding system value
select "id", "grp", "priority", "retry_after", "attempt", null, "processed_at", "headers", "payload", ?, "customer"
from "jobs"
where "id" = ?
  and "locked_until" = ? and "attempt" = ?
for update

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
