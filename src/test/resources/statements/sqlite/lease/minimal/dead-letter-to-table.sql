-- sqlite/lease/dead-letter-to-table
delete from `tiny`
where `id` = ?
  and `locked_until` = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
