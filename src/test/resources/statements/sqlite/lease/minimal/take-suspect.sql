-- sqlite/lease/take-suspect
select `id`, `locked_until`, `payload`
from `tiny`
where `id` in (?, ?)
  and `locked_until` <= ?

-- 1 ID[0]
-- 2 ID[1]
-- 3 NOW[1]
