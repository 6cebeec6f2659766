-- sqlite/advisory/candidates
select `id`,
  cast('jobs-' || coalesce(`grp`, '') || '/' || coalesce(`customer`, '') as text)
from `jobs`
where `grp` = ?
  and +`retry_after` <= ?
  and `processed_at` is null
  and cast('jobs-' || coalesce(`grp`, '') || '/' || coalesce(`customer`, '') as text) not in (?, ?)
order by `priority`, `retry_after`, `id`
limit ?

-- 1 GROUP
-- 2 NOW[3]
-- 3 KEY[0]
-- 4 KEY[1]
-- 5 LIMIT
