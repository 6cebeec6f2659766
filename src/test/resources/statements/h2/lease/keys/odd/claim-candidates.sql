-- h2/lease/claim-candidates
select "Id?"
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
  and "key?" is null
  and "locked ""until"" `x`" is null
order by "group", "locked ""until"" `x`", "key?", "Id?"
limit ?

-- 1 GROUP
-- 2 LIMIT
