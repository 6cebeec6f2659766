-- h2/advisory/candidates
select "Id?",
  concat_ws('', '', 'it''s \ "', "select /* ; */", '"')
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
  and concat_ws('', '', 'it''s \ "', "select /* ; */", '"') not in (?, ?)
order by "group", "Id?"
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
