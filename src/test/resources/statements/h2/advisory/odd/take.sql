-- h2/advisory/take
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
  and "group" = ?
for update skip locked

-- 1 ID[0]
-- 2 GROUP
