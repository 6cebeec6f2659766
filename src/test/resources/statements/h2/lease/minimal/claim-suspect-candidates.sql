-- h2/lease/claim-suspect-candidates
select "id"
from "tiny"
where "locked_until" <= ?
order by "id"
limit ?

-- 1 NOW[1]
-- 2 LIMIT
