-- mysql/lease/claim
select `id`, `account`, `locked_until`, `payload`
from `tiny`
where `account` is null
  and `locked_until` is null
order by `id`
limit ?
for update skip locked

-- 1 LIMIT
