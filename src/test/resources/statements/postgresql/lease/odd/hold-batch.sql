-- postgresql/lease/hold-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = rowqueue_due
from unnest(?, ?) as rowqueue_own (rowqueue_id, rowqueue_due)
where "Id?" = rowqueue_id
  and "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = any(?)
    and ("Id?", coalesce("locked ""until"" `x`", "locked ""until"" `x`"), "attempt") in (select * from unnest(?, ?, ?))
  for update skip locked))
returning "Id?"

-- 1 EACH_IDS
-- 2 EACH_HOLD_UNTILS
-- 3 IDS
-- 4 IDS
-- 5 HELD_UNTILS
-- 6 HELD_ATTEMPTS
