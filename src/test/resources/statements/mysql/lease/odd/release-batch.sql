-- mysql/lease/release-batch
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = ?, `attempt` = `attempt` - 1
where `Id?` in (?, ?)

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
