-- h2/lease/claim-candidates
select "id"
from "tiny"
where "account" is null
  and "locked_until" is null
order by "locked_until", "account", "id"
limit ?

-- 1 LIMIT
