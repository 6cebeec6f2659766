-- mysql/lease/dead-letter-to-table-batch-copy
insert into `jobs_dead` (`Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */`)
select `Id?`, `group`, `attempt`, null, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
