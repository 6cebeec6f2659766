-- mariadb/lease/claim
select `Id?`, `group`, `key?`, `attempt`, `locked "until" ``x```, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `group` = ?
  and `key?` is null
  and `locked "until" ``x``` is null
order by `Id?`
limit ?
for update skip locked

-- 1 GROUP
-- 2 LIMIT
