-- h2/advisory/candidates
select "id",
  concat_ws('', '', "id")
from "jobs"
where "grp" = ?
  and "retry_after" <= dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')
  and "processed_at" is null
  and concat_ws('', '', "id") not in (?, ?)
order by "grp", "processed_at", "priority", "retry_after", "id"
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
