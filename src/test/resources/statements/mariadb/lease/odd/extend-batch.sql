-- mariadb/lease/extend-batch
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = ?
where `Id?` in (?, ?)

-- 1 LEASE_UNTIL
-- 2 ID[0]
-- 3 ID[1]
