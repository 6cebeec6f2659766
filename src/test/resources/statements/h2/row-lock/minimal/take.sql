-- h2/row-lock/take
select "id", "payload"
from "tiny"
where "id" in (?, ?)
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
