-- h2/row-lock/claim-candidates
select "id"
from "tiny"
order by "id"
limit ?

-- 1 LIMIT
