-- mysql/lease/keys-heads
(select `Id?` from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null
  and not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
union all (select `Id?` from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = (
  select `Id?`
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is null
  order by `Id?`
  limit 1)
  and `locked "until" ``x``` is null
  and not exists (
  select 1
  from `my schema`.`Order -- "Jobs" ``x```
  where `group` = ?
    and `key?` = ?
    and `locked "until" ``x``` is not null)
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[0]
-- 5 GROUP
-- 6 LANE[0]
-- 7 GROUP
-- 8 LANE[1]
-- 9 GROUP
-- 10 LANE[1]
-- 11 GROUP
-- 12 LANE[1]
