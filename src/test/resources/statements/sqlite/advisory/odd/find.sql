-- sqlite/advisory/find
select `Id?`, `attempt`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?

-- 1 ID[0]
