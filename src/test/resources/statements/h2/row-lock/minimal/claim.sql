-- h2/row-lock/claim
select "id", "payload"
from "tiny"
where "id" in (?, ?)
order by "id"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
