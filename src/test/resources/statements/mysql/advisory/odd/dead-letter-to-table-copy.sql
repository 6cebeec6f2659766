-- mysql/advisory/dead-letter-to-table-copy
insert into `jobs_dead` (`Id?`, `group`, `attempt`, `select /* ; */`)
select `Id?`, `group`, `attempt`, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()
for update

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
-- 3 KEY[0]
