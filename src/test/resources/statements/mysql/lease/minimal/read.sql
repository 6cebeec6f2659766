-- mysql/lease/read
select `locked_until`
from `tiny`
where `id` = ?

-- 1 ID[0]
