-- postgresql/row-lock/claim
select "id", "payload"
from "tiny"
order by "id"
limit ?
for update skip locked

-- 1 LIMIT
