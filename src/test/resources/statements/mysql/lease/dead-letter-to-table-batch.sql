-- mysql/lease/dead-letter-to-table-batch
delete from `jobs`
where `id` in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
