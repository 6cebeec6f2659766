-- postgresql/lease/claim-suspect
with claimed as (
  update "tiny"
  set "locked_until" = ?
  where "id" = any(array(
    select "id"
    from "tiny"
    where "locked_until" <= ?
    order by "locked_until"
    limit (select cast(? as bigint))
    for update skip locked))
  returning "id", "locked_until", "payload")
select "id", "locked_until", "payload"
from claimed
order by "id"

-- 1 LEASE_UNTIL
-- 2 NOW[1]
-- 3 LIMIT
