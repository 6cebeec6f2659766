-- mysql/row-lock/drop
delete from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?

-- 1 ID[0]
