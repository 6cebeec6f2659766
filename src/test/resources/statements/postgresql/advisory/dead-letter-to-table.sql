-- postgresql/advisory/dead-letter-to-table
with moved as (
  delete from "jobs"
  where "id" = ?
    and "attempt" = ?
  returning "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer")
insert into "jobs_dead" ("id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer") overriding system value
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", ?, "customer"
from moved

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
-- 3 LAST_ERROR
