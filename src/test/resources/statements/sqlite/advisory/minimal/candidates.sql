-- sqlite/advisory/candidates
select `id`,
  cast('one' as text)
from `tiny`
where cast('one' as text) not in (?, ?)
order by `id`
limit ?

-- 1 KEY[0]
-- 2 KEY[1]
-- 3 LIMIT
