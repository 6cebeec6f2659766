-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "jobs"
  where "id" = any(array(
    select "id"
    from "jobs"
    where "id" = any(?)
      and ("id", coalesce("locked_until", "locked_until"), "attempt") in (select * from unnest(?, ?, ?))
    for update skip locked))
  returning "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"), copied as (
  insert into "jobs_dead" ("id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer") overriding system value
  select "id", "grp", "priority", "retry_after", "attempt", null, "processed_at", "headers", "payload", rowqueue_error, "customer"
  from moved, unnest(?, ?) as rowqueue_own (rowqueue_id, rowqueue_error)
  where "id" = rowqueue_id)
select "id"
from moved

-- 1 IDS
-- 2 IDS
-- 3 HELD_UNTILS
-- 4 HELD_ATTEMPTS
-- 5 EACH_IDS
-- 6 EACH_ERRORS
