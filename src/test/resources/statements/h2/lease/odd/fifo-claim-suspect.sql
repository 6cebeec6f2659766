-- h2/lease/fifo-claim-suspect
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" >= ?
  order by "locked ""until"" `x`" desc
  limit 1)
  and "group" = ?
  and "locked ""until"" `x`" <= ?
for update skip locked

-- 1 GROUP
-- 2 LONG_AGO
-- 3 GROUP
-- 4 NOW[3]
