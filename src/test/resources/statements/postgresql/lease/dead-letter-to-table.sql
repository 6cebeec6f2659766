-- postgresql/lease/dead-letter-to-table
with moved as (
  delete from "jobs"
  where "id" = ?
    and coalesce("locked_until", "locked_until") = ? and "attempt" = ?
  returning "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
insert into "jobs_dead" ("id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer") overriding system value
select "id", "grp", "priority", "retry_after", "attempt", null, "processed_at", "headers", "payload", ?, "customer"
from moved

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
-- 4 LAST_ERROR
