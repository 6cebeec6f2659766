-- sqlite/advisory/take
select `id`, `payload`
from `tiny`
where `id` = ?

-- 1 ID[0]
