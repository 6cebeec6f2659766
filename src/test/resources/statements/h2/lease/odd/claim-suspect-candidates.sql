-- h2/lease/claim-suspect-candidates
select "Id?"
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
  and "locked ""until"" `x`" <= ?
order by "Id?"
limit ?

-- 1 GROUP
-- 2 NOW[3]
-- 3 LIMIT
