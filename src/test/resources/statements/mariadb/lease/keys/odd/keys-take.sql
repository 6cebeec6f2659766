-- mariadb/lease/keys-take
(select `Id?`, `group`, `key?`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` is null and is_used_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)
union all (select `Id?`, `group`, `key?`, `attempt`, `locked "until" ``x```, `select /* ; */` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` is null and is_used_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 GROUP
-- 4 LANE[0]
-- 5 ID[1]
-- 6 GROUP
-- 7 GROUP
-- 8 LANE[0]
