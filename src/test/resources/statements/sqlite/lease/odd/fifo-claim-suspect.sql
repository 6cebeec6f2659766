-- sqlite/lease/fifo-claim-suspect
update `my schema`.`Order -- "Jobs" ``x`` \' it\`
set `locked "until" ``x``` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null
  order by `locked "until" ``x``` desc
  limit 1)
  and `group` = ?
  and `locked "until" ``x``` <= ?
returning `Id?`, `group`, `attempt` - 1 as `attempt`, `locked "until" ``x```, `select /* ; */`

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 NOW[3]
