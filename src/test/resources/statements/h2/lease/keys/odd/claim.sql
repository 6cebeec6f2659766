-- h2/lease/claim
select "Id?", "group", "key?", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" in (?, ?)
  and "group" = ?
  and "key?" is null
  and "locked ""until"" `x`" is null
order by "Id?"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
