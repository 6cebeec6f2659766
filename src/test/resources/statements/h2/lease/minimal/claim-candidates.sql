-- h2/lease/claim-candidates
select "id"
from "tiny"
where "locked_until" is null
order by "locked_until", "id"
limit ?

-- 1 LIMIT
