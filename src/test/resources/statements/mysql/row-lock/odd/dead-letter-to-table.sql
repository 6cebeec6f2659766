-- mysql/row-lock/dead-letter-to-table
delete from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?

-- 1 ID[0]
