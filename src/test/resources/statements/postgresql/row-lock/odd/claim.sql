-- postgresql/row-lock/claim
select "Id?", "group", "attempt", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
order by "Id?"
limit ?
for update skip locked

-- 1 GROUP
-- 2 LIMIT
