-- h2/lease/dead-letter-to-table-copy
insert into "jobs_dead" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */") overriding system value
select "Id?", "group", "attempt", null, "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
  and "locked ""until"" `x`" = ? and "attempt" = ?
for update

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
