-- mysql/advisory/dead-letter-to-table
delete from `tiny`
where `id` = ?
  and is_used_lock(?) = connection_id()

-- 1 ID[0]
-- 2 KEY[0]
