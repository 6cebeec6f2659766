-- postgresql/lease/dead-letter-to-group-batch
update "jobs"
set "grp" = ?, "locked_until" = null, "last_error" = case "id" when ? then ? when ? then ? end
where "id" = any(array(
  select "id"
  from "jobs"
  where "id" in (?, ?)
    and ("id", "locked_until", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "id"

-- 1 DESTINATION
-- 2 ID[0]
-- 3 EACH_ERROR[0]
-- 4 ID[1]
-- 5 EACH_ERROR[1]
-- 6 ID[0]
-- 7 ID[1]
-- 8 ID[0]
-- 9 HELD_UNTIL[0]
-- 10 HELD_ATTEMPT[0]
-- 11 ID[1]
-- 12 HELD_UNTIL[1]
-- 13 HELD_ATTEMPT[1]
