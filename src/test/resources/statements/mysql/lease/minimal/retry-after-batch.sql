-- mysql/lease/retry-after-batch
update `tiny`
set `locked_until` = null
where `id` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
