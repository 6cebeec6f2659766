-- mariadb/lease/groups-heads
(select `Id?` from `my schema`.`Order -- "Jobs" ``x`` \' it\`
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
    and `locked "until" ``x``` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
union all (select `Id?` from `my schema`.`Order -- "Jobs" ``x`` \' it\`
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
    and `locked "until" ``x``` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 LANE[0]
-- 2 LANE[0]
-- 3 LANE[0]
-- 4 LANE[1]
-- 5 LANE[1]
-- 6 LANE[1]
