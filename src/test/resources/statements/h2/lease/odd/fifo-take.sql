-- h2/lease/fifo-take
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" in (?, ?)
  and "group" = ?
  and "locked ""until"" `x`" is null
  and not exists (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" >= ?)
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 GROUP
-- 5 LONG_AGO
