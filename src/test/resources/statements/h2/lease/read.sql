-- h2/lease/read
select "locked_until", "attempt"
from "jobs"
where "id" = ?
  and "processed_at" is null

-- 1 ID[0]
