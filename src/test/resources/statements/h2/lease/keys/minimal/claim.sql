-- h2/lease/claim
select "id", "account", "locked_until", "payload"
from "tiny"
where "id" in (?, ?)
  and "account" is null
  and "locked_until" is null
order by "id"
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
