-- sqlite/advisory/find
select `id`
from `tiny`
where `id` = ?

-- 1 ID[0]
