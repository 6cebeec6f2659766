-- mariadb/lease/claim-suspect
select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `group` = ?
  and `locked "until" ``x``` <= ?
order by `Id?`
limit ?
for update skip locked

-- 1 GROUP
-- 2 NOW[3]
-- 3 LIMIT
