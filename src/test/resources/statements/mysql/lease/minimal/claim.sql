-- mysql/lease/claim
select `id`, `locked_until`, `payload`
from `tiny`
where `locked_until` is null
order by `id`
limit ?
for update skip locked

-- 1 LIMIT
