-- postgresql/lease/claim-marked
with claimed as (
  update "tiny"
  set "locked_until" = ?
  where "id" = any(array(
    select "id"
    from "tiny"
    where "locked_until" is null
      and ("id") >= (?)
    order by "id"
    limit (select cast(? as bigint))
    for update skip locked))
  returning "id", "locked_until", "payload")
select "id", "locked_until", "payload"
from claimed
order by "id"

-- 1 LEASE_UNTIL
-- 2 MARK_ID[0]
-- 3 LIMIT
