-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "tiny"
  where "id" = any(array(
    select "id"
    from "tiny"
    where "id" in (?, ?)
      and ("id", "locked_until") in ((?, ?), (?, ?))
    for update skip locked))
  returning "id", "locked_until", "payload"), copied as (
  insert into "jobs_dead" ("id", "locked_until", "payload") overriding system value
  select "id", null, "payload"
  from moved)
select "id"
from moved

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 ID[1]
-- 6 HELD_UNTIL[1]
