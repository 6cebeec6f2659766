-- h2/lease/claim-suspect-candidates
select "Id?"
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
  and "locked ""until"" `x`" <= ?
order by "group", "Id?"
limit ?

-- 1 GROUP
-- 2 NOW
-- 3 LIMIT
