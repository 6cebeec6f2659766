-- mysql/lease/dead-letter-to-table-batch
delete from `my schema`.`Order -- "Jobs" ``x```
where `Id?` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
