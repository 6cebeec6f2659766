-- mariadb/lease/take-suspect
(select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` <= ? for update skip locked)
union all (select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` <= ? for update skip locked)

-- 1 ID[0]
-- 2 NOW[3]
-- 3 ID[1]
-- 4 NOW[3]
