-- postgresql/advisory/candidates
select "Id?",
  concat(E'it''s \\ "', "select /* ; */", '"')
from "my schema"."Order -- ""Jobs"" `x`"
where "group" = ?
  and concat(E'it''s \\ "', "select /* ; */", '"') not in (?, ?)
order by "Id?"
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
