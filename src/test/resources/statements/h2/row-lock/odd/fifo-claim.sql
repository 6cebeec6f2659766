-- h2/row-lock/fifo-claim
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
  order by "group", "Id?"
  limit 1)
  and "group" = ?
for update skip locked

-- 1 GROUP
-- 2 GROUP
