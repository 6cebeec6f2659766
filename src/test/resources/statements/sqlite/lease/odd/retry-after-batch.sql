-- sqlite/lease/retry-after-batch
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = null
where `Id?` in (?, ?)
  and (`Id?`, `locked "until" ``x```, `attempt`) in (values (?, ?, ?), (?, ?, ?))
returning `Id?`

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
-- 8 HELD_ATTEMPT[1]
