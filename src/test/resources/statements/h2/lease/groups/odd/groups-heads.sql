-- h2/lease/groups-heads
(select "Id?" from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "Id?"
  limit 1)
  and "locked ""until"" `x`" is null
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" >= ?))
union all (select "Id?" from "my schema"."Order -- ""Jobs"" `x` \' it\"
where "Id?" = (
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" is null
  order by "group", "locked ""until"" `x`", "Id?"
  limit 1)
  and "locked ""until"" `x`" is null
  and not exists (
  select 1
  from "my schema"."Order -- ""Jobs"" `x` \' it\"
  where "group" = ?
    and "locked ""until"" `x`" >= ?))

-- 1 LANE[0]
-- 2 LANE[0]
-- 3 LONG_AGO
-- 4 LANE[1]
-- 5 LANE[1]
-- 6 LONG_AGO
