-- h2/lease/fifo-take-suspect
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" in (?, ?)
  and "group" = ?
  and "locked ""until"" `x`" <= ?
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 NOW[3]
