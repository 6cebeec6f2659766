-- postgresql/lease/dead-letter-to-group-batch
update "jobs"
set "grp" = ?, "locked_until" = null, "last_error" = rowqueue_error
from unnest(?, ?) as rowqueue_own (rowqueue_id, rowqueue_error)
where "id" = rowqueue_id
  and "id" = any(array(
  select "id"
  from "jobs"
  where "id" = any(?)
    and ("id", coalesce("locked_until", "locked_until"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "id"

-- 1 DESTINATION
-- 2 EACH_IDS
-- 3 EACH_ERRORS
-- 4 IDS
-- 5 IDS
-- 6 HELD_UNTILS
-- 7 HELD_ATTEMPTS
