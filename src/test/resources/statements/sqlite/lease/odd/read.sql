-- sqlite/lease/read
select `locked "until" ``x```, `attempt`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?

-- 1 ID[0]
