-- sqlite/lease/fifo-claim
update `my schema`.`Order -- "Jobs" ``x`` \' it\`
set `locked "until" ``x``` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `group` = ?
  and `locked "until" ``x``` is null
  and not exists (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null)
returning `Id?`, `group`, `attempt` - 1 as `attempt`, `locked "until" ``x```, `select /* ; */`

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 GROUP
