-- sqlite/lease/claim
update `my schema`.`Order -- "Jobs" ``x```
set `locked "until" ``x``` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `Id?` in (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` is null
    and `locked "until" ``x``` is null
  order by `Id?`
  limit ?)
returning `Id?`, `group`, `key?`, `attempt` - 1 as `attempt`, `locked "until" ``x```, `select /* ; */`

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 LIMIT
