-- postgresql/lease/dead-letter-to-table-batch
with moved as (
  delete from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(array(
    select "Id?"
    from "my schema"."Order -- ""Jobs"" `x`"
    where "Id?" in (?, ?)
      and ("Id?", "locked ""until"" `x`", "attempt") in ((?, ?, ?), (?, ?, ?))
    for update skip locked))
  returning "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"), copied as (
  insert into "jobs_dead" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */") overriding system value
  select "Id?", "group", "attempt", null, "select /* ; */"
  from moved)
select "Id?"
from moved

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
-- 8 HELD_ATTEMPT[1]
