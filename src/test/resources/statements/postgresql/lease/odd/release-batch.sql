-- postgresql/lease/release-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = ?, "attempt" = "attempt" - 1
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(?)
    and ("Id?", coalesce("locked ""until"" `x`", "locked ""until"" `x`"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 RELEASE_TO
-- 2 IDS
-- 3 IDS
-- 4 HELD_UNTILS
-- 5 HELD_ATTEMPTS
