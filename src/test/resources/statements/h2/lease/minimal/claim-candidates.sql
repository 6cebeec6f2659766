-- h2/lease/claim-candidates
select "id"
from "tiny"
where "locked_until" is null
order by "id"
limit ?

-- 1 LIMIT
