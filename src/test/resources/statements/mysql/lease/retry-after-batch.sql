-- mysql/lease/retry-after-batch
update `jobs`
set `retry_after` = case `id` when ? then ? when ? then ? end, `locked_until` = null, `last_error` = case `id` when ? then ? when ? then ? end
where `id` in (?, ?)

-- 1 ID[0]
-- 2 EACH_RETRY_AT[0]
-- 3 ID[1]
-- 4 EACH_RETRY_AT[1]
-- 5 ID[0]
-- 6 EACH_ERROR[0]
-- 7 ID[1]
-- 8 EACH_ERROR[1]
-- 9 ID[0]
-- 10 ID[1]
