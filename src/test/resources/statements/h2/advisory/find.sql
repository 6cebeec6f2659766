-- h2/advisory/find
select "id", "attempt"
from "jobs"
where "id" = ?
  and "processed_at" is null
for update

-- 1 ID[0]
