-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "jobs"
  where "id" = any(array(
    select "id"
    from "jobs"
    where "id" in (?, ?)
      and ("id", "locked_until", "attempt") in ((?, ?, ?), (?, ?, ?))
    for update skip locked))
  returning "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"), copied as (
  insert into "jobs_dead" ("id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer") overriding system value
  select "id", "grp", "priority", "retry_after", "attempt", null, "processed_at", "headers", "payload", case "id" when ? then ? when ? then ? end, "customer"
  from moved)
select "id"
from moved

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
-- 8 HELD_ATTEMPT[1]
-- 9 ID[0]
-- 10 EACH_ERROR[0]
-- 11 ID[1]
-- 12 EACH_ERROR[1]
