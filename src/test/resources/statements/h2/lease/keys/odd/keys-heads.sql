-- h2/lease/keys-heads
(select "Id?" from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = ?
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "key?", "Id?"
  limit 1)
  and "locked ""until"" `x`" is null
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = ?
    and "locked ""until"" `x`" >= ?))
union all (select "Id?" from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = ?
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "key?", "Id?"
  limit 1)
  and "locked ""until"" `x`" is null
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x`"
  where "group" = ?
    and "key?" = ?
    and "locked ""until"" `x`" >= ?))

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[0]
-- 5 LONG_AGO
-- 6 GROUP
-- 7 LANE[1]
-- 8 GROUP
-- 9 LANE[1]
-- 10 LONG_AGO
