-- postgresql/lease/hold-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = case "Id?" when ? then ? when ? then ? end
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" in (?, ?)
    and ("Id?", "locked ""until"" `x`", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 ID[0]
-- 2 EACH_HOLD_UNTIL[0]
-- 3 ID[1]
-- 4 EACH_HOLD_UNTIL[1]
-- 5 ID[0]
-- 6 ID[1]
-- 7 ID[0]
-- 8 HELD_UNTIL[0]
-- 9 HELD_ATTEMPT[0]
-- 10 ID[1]
-- 11 HELD_UNTIL[1]
-- 12 HELD_ATTEMPT[1]
