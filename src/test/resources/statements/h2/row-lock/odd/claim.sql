-- h2/row-lock/claim
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" in (?, ?)
  and "group" = ?
order by "Id?"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
