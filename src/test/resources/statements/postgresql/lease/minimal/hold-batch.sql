-- postgresql/lease/hold-batch
update "tiny"
set "locked_until" = rowqueue_due
from unnest(?, ?) as rowqueue_own (rowqueue_id, rowqueue_due)
where "id" = rowqueue_id
  and "id" = any(array(
  select "id"
  from "tiny"
  where "id" = any(?)
    and ("id", coalesce("locked_until", "locked_until")) in (select * from unnest(?, ?))
  for update skip locked))
returning "id"

-- 1 EACH_IDS
-- 2 EACH_HOLD_UNTILS
-- 3 IDS
-- 4 IDS
-- 5 HELD_UNTILS
