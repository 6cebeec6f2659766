-- mysql/lease/dead-letter-to-group-batch
update `jobs`
set `grp` = ?, `locked_until` = null, `last_error` = case `id` when ? then ? when ? then ? end
where `id` in (?, ?)

-- 1 DESTINATION
-- 2 ID[0]
-- 3 EACH_ERROR[0]
-- 4 ID[1]
-- 5 EACH_ERROR[1]
-- 6 ID[0]
-- 7 ID[1]
