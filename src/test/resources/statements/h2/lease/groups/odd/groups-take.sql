-- h2/lease/groups-take
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" in (?, ?)
  and "locked ""until"" `x`" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
