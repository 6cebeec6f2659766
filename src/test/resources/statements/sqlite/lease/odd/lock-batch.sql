-- sqlite/lease/lock-batch
select `Id?`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` in (?, ?)
  and (`Id?`, `locked "until" ``x```, `attempt`) in (values (?, ?, ?), (?, ?, ?))

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
-- 8 HELD_ATTEMPT[1]
