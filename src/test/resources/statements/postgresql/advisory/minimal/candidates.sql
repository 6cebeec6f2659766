-- postgresql/advisory/candidates
select "id",
  concat('one')
from "tiny"
where concat('one') not in (?, ?)
order by "id"
limit ?

-- 1 KEY[0]
-- 2 KEY[1]
-- 3 LIMIT
