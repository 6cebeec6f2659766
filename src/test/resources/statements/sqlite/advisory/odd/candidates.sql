-- sqlite/advisory/candidates
select `Id?`,
  cast('it''s \ "' || coalesce(`select /* ; */`, '') || '"' as text)
from `my schema`.`Order -- "Jobs" ``x```
where `group` = ?
  and cast('it''s \ "' || coalesce(`select /* ; */`, '') || '"' as text) not in (?, ?)
order by `Id?`
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
