-- mysql/advisory/take
select `Id?`, `group`, `attempt`, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?
  and `group` = ?
  and is_used_lock(?) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 GROUP
-- 3 KEY[0]
