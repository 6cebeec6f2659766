-- postgresql/row-lock/fifo-take
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" in (?, ?)
  and "group" = ?
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
