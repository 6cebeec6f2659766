-- sqlite/advisory/dead-letter-to-table
delete from `tiny`
where `id` = ?

-- 1 ID[0]
