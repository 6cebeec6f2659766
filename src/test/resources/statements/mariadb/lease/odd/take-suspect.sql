-- mariadb/lease/take-suspect
(select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `group` = ? and `locked "until" ``x``` <= ? for update skip locked)
union all (select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `group` = ? and `locked "until" ``x``` <= ? for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 NOW[3]
-- 4 ID[1]
-- 5 GROUP
-- 6 NOW[3]
