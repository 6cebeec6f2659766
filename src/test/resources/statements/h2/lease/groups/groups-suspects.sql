-- h2/lease/groups-suspects
select "grp"
from "jobs"
where "processed_at" is null
  and "locked_until" <= ?
  and "grp" not in (?, ?)
order by "locked_until"
limit ?

-- 1 NOW[5]
-- 2 EXCLUDED[0]
-- 3 EXCLUDED[1]
-- 4 LIMIT
