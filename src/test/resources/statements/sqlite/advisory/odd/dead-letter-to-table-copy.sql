-- sqlite/advisory/dead-letter-to-table-copy
insert into `jobs_dead` (`Id?`, `group`, `attempt`, `select /* ; */`)
select `Id?`, `group`, `attempt`, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?
  and `attempt` = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
