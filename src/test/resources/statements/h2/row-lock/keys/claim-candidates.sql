-- h2/row-lock/claim-candidates
select "id"
from "jobs"
where "grp" = ?
  and "account" is null
  and "retry_after" <= ?
  and "processed_at" is null
order by "grp", "processed_at", "account", "priority", "id"
limit ?

-- 1 GROUP
-- 2 NOW[4]
-- 3 LIMIT
