-- h2/lease/keys-take
select "Id?", "group", "key?", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" in (?, ?)
  and "locked ""until"" `x`" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
