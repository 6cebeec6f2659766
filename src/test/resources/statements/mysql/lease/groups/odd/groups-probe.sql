-- mysql/lease/groups-probe
(select 0 from `my schema`.`Order -- "Jobs" ``x`` \' it\`
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null
  and not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null))
union all (select 1 from `my schema`.`Order -- "Jobs" ``x`` \' it\`
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null
  and not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x`` \' it\`
  where `group` = ?
    and `locked "until" ``x``` is not null))

-- 1 LANE[0]
-- 2 LANE[0]
-- 3 LANE[1]
-- 4 LANE[1]
