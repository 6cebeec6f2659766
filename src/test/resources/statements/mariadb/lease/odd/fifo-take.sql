-- mariadb/lease/fifo-take
(select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x`` \' it\` where `Id?` = ? and `group` = ? and `locked "until" ``x``` is null and not exists (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null) for update skip locked)
union all (select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x`` \' it\` where `Id?` = ? and `group` = ? and `locked "until" ``x``` is null and not exists (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null) for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 GROUP
-- 4 ID[1]
-- 5 GROUP
-- 6 GROUP
