-- h2/advisory/candidates
select "id",
  concat_ws('', '', 'one')
from "tiny"
where concat_ws('', '', 'one') not in (?, ?)
order by "id"
limit ?

-- 1 KEY[0]
-- 2 KEY[1]
-- 3 LIMIT
