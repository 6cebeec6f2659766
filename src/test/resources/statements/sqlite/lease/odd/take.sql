-- sqlite/lease/take
select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` in (?, ?)
  and `group` = ?
  and `locked "until" ``x``` is null

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
