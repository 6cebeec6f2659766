-- sqlite/advisory/candidates
select `id`,
  cast(coalesce(`id`, '') as text)
from `jobs`
where `grp` = ?
  and +`retry_after` <= strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
  and `processed_at` is null
  and cast(coalesce(`id`, '') as text) not in (?, ?)
order by `priority`, `retry_after`, `id`
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
