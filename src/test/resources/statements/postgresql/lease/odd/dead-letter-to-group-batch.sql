-- postgresql/lease/dead-letter-to-group-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "group" = ?, "locked ""until"" `x`" = null
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(?)
    and ("Id?", coalesce("locked ""until"" `x`", "locked ""until"" `x`"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 DESTINATION
-- 2 IDS
-- 3 IDS
-- 4 HELD_UNTILS
-- 5 HELD_ATTEMPTS
