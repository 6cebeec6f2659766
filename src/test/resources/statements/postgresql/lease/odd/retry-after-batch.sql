-- postgresql/lease/retry-after-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = null
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(?)
    and ("Id?", coalesce("locked ""until"" `x`", "locked ""until"" `x`"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 IDS
-- 2 IDS
-- 3 HELD_UNTILS
-- 4 HELD_ATTEMPTS
