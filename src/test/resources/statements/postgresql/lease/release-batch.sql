-- postgresql/lease/release-batch
update "jobs"
set "locked_until" = ?, "attempt" = "attempt" - 1
where "id" = any(array(
  select "id"
  from "jobs"
  where "id" in (?, ?)
    and ("id", "locked_until", "attempt") in ((?, ?, ?), (?, ?, ?))
  for update skip locked))
returning "id"

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
-- 4 ID[0]
-- 5 HELD_UNTIL[0]
-- 6 HELD_ATTEMPT[0]
-- 7 ID[1]
-- 8 HELD_UNTIL[1]
-- 9 HELD_ATTEMPT[1]
