-- mariadb/lease/retry-batch
update `jobs`
set `locked_until` = null, `last_error` = ?
where `id` in (?, ?)

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 ID[1]
