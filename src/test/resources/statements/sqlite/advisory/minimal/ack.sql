-- sqlite/advisory/ack
delete from `tiny`
where `id` = ?

-- 1 ID[0]
