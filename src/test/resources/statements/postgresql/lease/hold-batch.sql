-- postgresql/lease/hold-batch
update "jobs"
set "locked_until" = rowqueue_due, "last_error" = rowqueue_error
from unnest(?, ?, ?) as rowqueue_own (rowqueue_id, rowqueue_due, rowqueue_error)
where "id" = rowqueue_id
  and "id" = any(array(
  select "id"
  from "jobs"
  where "id" = any(?)
    and ("id", coalesce("locked_until", "locked_until"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "id"

-- 1 EACH_IDS
-- 2 EACH_HOLD_UNTILS
-- 3 EACH_ERRORS
-- 4 IDS
-- 5 IDS
-- 6 HELD_UNTILS
-- 7 HELD_ATTEMPTS
