-- postgresql/lease/retry-after-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = null
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" in (?, ?)
    and ("Id?", "locked ""until"" `x`", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
-- 8 HELD_ATTEMPT[1]
