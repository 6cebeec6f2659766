-- h2/row-lock/claim-candidates
select "id"
from "jobs"
where "grp" = ?
  and "retry_after" <= ?
  and "processed_at" is null
order by "grp", "processed_at", "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 NOW[3]
-- 3 LIMIT
