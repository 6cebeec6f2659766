-- h2/lease/keys-take
select "id", "account", "locked_until", "payload"
from "tiny"
where "id" in (?, ?)
  and "locked_until" is null
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
