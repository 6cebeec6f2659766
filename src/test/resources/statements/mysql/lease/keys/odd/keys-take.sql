-- mysql/lease/keys-take
select `Id?`, `group`, `key?`, `attempt`, `locked "until" ``x```, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x```
where `Id?` in (?, ?)
  and `locked "until" ``x``` is null
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 LANE[0]
