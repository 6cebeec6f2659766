-- postgresql/row-lock/dead-letter-to-table
with moved as (
  delete from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = ?
  returning "Id?", "group", "attempt", "select /* ; */")
insert into "jobs_dead" ("Id?", "group", "attempt", "select /* ; */") overriding system value
select "Id?", "group", "attempt", "select /* ; */"
from moved

-- 1 ID[0]
