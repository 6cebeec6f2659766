-- postgresql/lease/fifo-claim
with claimed as (
  update "my schema"."Order -- ""Jobs"" `x` \' it\"
  set "locked ""until"" `x`" = ?, "attempt" = least("attempt", ?) + 1
  where "Id?" = any(array(
    select "Id?"
    from "my schema"."Order -- ""Jobs"" `x` \' it\"
    where "Id?" = (
      select "Id?"
      from "my schema"."Order -- ""Jobs"" `x` \' it\"
      where "group" = ?
        and "locked ""until"" `x`" is null
      order by "Id?"
      limit 1)
      and "group" = ?
      and "locked ""until"" `x`" is null
      and not exists (
      select "Id?"
      from "my schema"."Order -- ""Jobs"" `x` \' it\"
      where "group" = ?
        and "locked ""until"" `x`" is not null)
    for update skip locked))
  returning "Id?", "group", "attempt" - cast(1 as smallint) as "attempt", "locked ""until"" `x`", "select /* ; */")
select "Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */"
from claimed
order by "Id?"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 GROUP
