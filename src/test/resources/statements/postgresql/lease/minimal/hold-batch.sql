-- postgresql/lease/hold-batch
update "tiny"
set "locked_until" = case "id" when ? then ? when ? then ? end
where "id" = any(array(
  select "id"
  from "tiny"
  where "id" in (?, ?)
    and ("id", "locked_until") in ((?, ?), (?, ?))
  for update skip locked))
returning "id"

-- 1 ID[0]
-- 2 EACH_HOLD_UNTIL[0]
-- 3 ID[1]
-- 4 EACH_HOLD_UNTIL[1]
-- 5 ID[0]
-- 6 ID[1]
-- 7 ID[0]
-- 8 HELD_UNTIL[0]
-- 9 ID[1]
-- 10 HELD_UNTIL[1]
