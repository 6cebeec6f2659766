-- h2/row-lock/claim-candidates
select "id"
from "jobs"
where "grp" = ?
  and "retry_after" <= dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')
  and "processed_at" is null
order by "grp", "processed_at", "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 LIMIT
