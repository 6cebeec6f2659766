-- mariadb/lease/take
(select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `group` = ? and `locked "until" ``x``` is null for update skip locked)
union all (select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `group` = ? and `locked "until" ``x``` is null for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 ID[1]
-- 4 GROUP
