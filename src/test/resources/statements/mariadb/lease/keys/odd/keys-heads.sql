-- mariadb/lease/keys-heads
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
  and is_used_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())
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
  and is_used_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id())

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[0]
-- 5 GROUP
-- 6 GROUP
-- 7 LANE[0]
-- 8 GROUP
-- 9 LANE[1]
-- 10 GROUP
-- 11 LANE[1]
-- 12 GROUP
-- 13 GROUP
-- 14 LANE[1]
