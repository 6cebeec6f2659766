-- mysql/row-lock/dead-letter-to-group
update `jobs`
set `grp` = ?, `last_error` = ?
where `id` = ?

-- 1 DESTINATION
-- 2 LAST_ERROR
-- 3 ID[0]
