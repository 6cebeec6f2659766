-- postgresql/lease/retry-batch
update "jobs"
set "locked_until" = null, "last_error" = case "id" when ? then ? when ? then ? end
where "id" = any(array(
  select "id"
  from "jobs"
  where "id" in (?, ?)
    and ("id", "locked_until", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "id"

-- 1 ID[0]
-- 2 EACH_ERROR[0]
-- 3 ID[1]
-- 4 EACH_ERROR[1]
-- 5 ID[0]
-- 6 ID[1]
-- 7 ID[0]
-- 8 HELD_UNTIL[0]
-- 9 HELD_ATTEMPT[0]
-- 10 ID[1]
-- 11 HELD_UNTIL[1]
-- 12 HELD_ATTEMPT[1]
