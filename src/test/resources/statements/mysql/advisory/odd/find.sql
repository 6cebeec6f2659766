-- mysql/advisory/find
select `Id?`, `attempt`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?
  and is_used_lock(?) = connection_id()
for update

-- 1 ID[0]
-- 2 KEY[0]
