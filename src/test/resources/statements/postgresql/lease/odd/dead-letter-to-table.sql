-- postgresql/lease/dead-letter-to-table
with moved as (
  delete from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = ?
    and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?
  returning "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */")
insert into "jobs_dead" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */") overriding system value
select "Id?", "group", "attempt", null, "select /* ; */"
from moved

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
