-- mariadb/lease/claim-suspect
select `id`, `locked_until`, `payload`
from `tiny`
where `locked_until` <= ?
order by `id`
limit ?
for update skip locked

-- 1 NOW[1]
-- 2 LIMIT
