-- mariadb/lease/retry-after-batch
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = null
where `Id?` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
