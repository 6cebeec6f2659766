-- h2/lease/claim-suspect-candidates
select "id"
from "jobs"
where "grp" = ?
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" <= ?
order by "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 NOW[3]
-- 3 NOW[5]
-- 4 LIMIT
