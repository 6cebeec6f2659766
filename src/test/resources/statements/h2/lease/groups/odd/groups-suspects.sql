-- h2/lease/groups-suspects
select "group"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "locked ""until"" `x`" <= ?
  and "group" not in (?, ?)
order by "locked ""until"" `x`"
limit ?

-- 1 NOW[3]
-- 2 EXCLUDED[0]
-- 3 EXCLUDED[1]
-- 4 LIMIT
