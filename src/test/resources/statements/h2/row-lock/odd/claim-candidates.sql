-- h2/row-lock/claim-candidates
select "Id?"
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
order by "group", "Id?"
limit ?

-- 1 GROUP
-- 2 LIMIT
