-- mysql/lease/fifo-take-suspect
select `Id?`, `group`, `attempt`, `locked "until" ``x```, `select /* ; */`
from `my schema`.`Order -- "Jobs" ``x`` \' it\`
where `Id?` in (?, ?)
  and `group` = ?
  and `locked "until" ``x``` <= ?
  and is_used_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
-- 4 NOW[3]
-- 5 GROUP
