-- h2/lease/fifo-claim
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "Id?"
  limit 1)
  and "group" = ?
  and "locked ""until"" `x`" is null
  and not exists (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" >= ?)
for update skip locked

-- 1 GROUP
-- 2 GROUP
-- 3 GROUP
-- 4 LONG_AGO
