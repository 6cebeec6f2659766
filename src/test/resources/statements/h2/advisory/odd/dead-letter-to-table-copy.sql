-- h2/advisory/dead-letter-to-table-copy
insert into "jobs_dead" ("Id?", "group", "attempt", "select /* ; */") overriding system value
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
  and "attempt" = ?
for update

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
