-- postgresql/lease/release-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = ?, "attempt" = "attempt" - 1
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" in (?, ?)
    and ("Id?", "locked ""until"" `x`", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
-- 4 ID[0]
-- 5 HELD_UNTIL[0]
-- 6 HELD_ATTEMPT[0]
-- 7 ID[1]
-- 8 HELD_UNTIL[1]
-- 9 HELD_ATTEMPT[1]
