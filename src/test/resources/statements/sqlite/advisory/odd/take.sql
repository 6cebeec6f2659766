-- sqlite/advisory/take
update `my schema`.`Order -- "Jobs" ``x```
set `attempt` = min(cast(`attempt` as integer), ?) + 1
where `Id?` = ?
  and `group` = ?
returning `Id?`, `group`, `attempt` - 1 as `attempt`, `select /* ; */`

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
-- 3 GROUP
