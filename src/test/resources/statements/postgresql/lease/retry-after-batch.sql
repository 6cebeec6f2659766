-- postgresql/lease/retry-after-batch
update "jobs"
set "retry_after" = case "id" when ? then ? when ? then ? end, "locked_until" = null, "last_error" = case "id" when ? then ? when ? then ? end
where "id" = any(array(
  select "id"
  from "jobs"
  where "id" in (?, ?)
    and ("id", "locked_until", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "id"

-- 1 ID[0]
-- 2 EACH_RETRY_AT[0]
-- 3 ID[1]
-- 4 EACH_RETRY_AT[1]
-- 5 ID[0]
-- 6 EACH_ERROR[0]
-- 7 ID[1]
-- 8 EACH_ERROR[1]
-- 9 ID[0]
-- 10 ID[1]
-- 11 ID[0]
-- 12 HELD_UNTIL[0]
-- 13 HELD_ATTEMPT[0]
-- 14 ID[1]
-- 15 HELD_UNTIL[1]
-- 16 HELD_ATTEMPT[1]
