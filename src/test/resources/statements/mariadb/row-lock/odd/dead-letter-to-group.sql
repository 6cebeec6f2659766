-- mariadb/row-lock/dead-letter-to-group
update `my schema`.`Order -- "Jobs" ``x```
set `group` = ?
where `Id?` = ?

-- 1 DESTINATION
-- 2 ID[0]
