-- mysql/lease/keys-probe
(select 0 from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null)
union all (select 1 from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null)

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[1]
