-- mysql/lease/retry-batch
update `jobs`
set `locked_until` = null, `last_error` = case `id` when ? then ? when ? then ? end
where `id` in (?, ?)

-- 1 ID[0]
-- 2 EACH_ERROR[0]
-- 3 ID[1]
-- 4 EACH_ERROR[1]
-- 5 ID[0]
-- 6 ID[1]
