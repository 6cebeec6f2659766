-- postgresql/lease/claim
with claimed as (
  update "my schema"."Order -- ""Jobs"" `x`"
  set "locked ""until"" `x`" = ?, "attempt" = least("attempt", ?) + 1
  where "Id?" = any(array(
    select "Id?"
    from "my schema"."Order -- ""Jobs"" `x`"
    where "group" >= ?
      and "group" <= ?
      and "locked ""until"" `x`" is null
    order by "group", "Id?"
    limit (select cast(? as bigint))
    for update skip locked))
  returning "Id?", "group", "attempt" - cast(1 as smallint) as "attempt", "locked ""until"" `x`", "select /* ; */")
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from claimed
order by "Id?"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 LIMIT
