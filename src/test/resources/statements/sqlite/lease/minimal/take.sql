-- sqlite/lease/take
select `id`, `locked_until`, `payload`
from `tiny`
where `id` in (?, ?)
  and `locked_until` is null

-- 1 ID[0]
-- 2 ID[1]
