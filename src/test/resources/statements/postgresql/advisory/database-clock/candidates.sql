-- postgresql/advisory/candidates
select "id",
  concat("id")
from "jobs"
where "grp" = ?
  and "retry_after" <= statement_timestamp()
  and "processed_at" is null
  and concat("id") not in (?, ?)
order by "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
