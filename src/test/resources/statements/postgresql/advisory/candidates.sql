-- postgresql/advisory/candidates
select "id",
  concat('jobs-', "grp", '/', "customer")
from "jobs"
where "grp" = ?
  and "retry_after" <= ?
  and "processed_at" is null
  and concat('jobs-', "grp", '/', "customer") not in (?, ?)
order by "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 NOW[3]
-- 3 KEY[0]
-- 4 KEY[1]
-- 5 LIMIT
