-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "tiny"
  where "id" = any(array(
    select "id"
    from "tiny"
    where "id" = any(?)
      and ("id", coalesce("locked_until", "locked_until")) in (select * from unnest(?, ?))
    for update skip locked))
  returning "id", "locked_until", "payload"), copied as (
  insert into "jobs_dead" ("id", "locked_until", "payload") overriding system value
  select "id", null, "payload"
  from moved)
select "id"
from moved

-- 1 IDS
-- 2 IDS
-- 3 HELD_UNTILS
