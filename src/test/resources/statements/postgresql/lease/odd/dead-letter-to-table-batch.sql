-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(array(
    select "Id?"
    from "my schema"."Order -- ""Jobs"" `x`"
    where "Id?" = any(?)
      and ("Id?", coalesce("locked ""until"" `x`", "locked ""until"" `x`"), "attempt") in (select * from unnest(?, ?, ?))
    for update skip locked))
  returning "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"), copied as (
  insert into "jobs_dead" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */") overriding system value
  select "Id?", "group", "attempt", null, "select /* ; */"
  from moved)
select "Id?"
from moved

-- 1 IDS
-- 2 IDS
-- 3 HELD_UNTILS
-- 4 HELD_ATTEMPTS
