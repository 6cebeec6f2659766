-- mysql/row-lock/dead-letter-to-table
delete from `jobs`
where `id` = ?

-- 1 ID[0]
