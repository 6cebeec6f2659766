-- mysql/lease/hold-batch
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = case `Id?` when ? then ? when ? then ? end
where `Id?` in (?, ?)

-- 1 ID[0]
-- 2 EACH_HOLD_UNTIL[0]
-- 3 ID[1]
-- 4 EACH_HOLD_UNTIL[1]
-- 5 ID[0]
-- 6 ID[1]
