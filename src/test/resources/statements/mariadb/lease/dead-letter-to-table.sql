-- mariadb/lease/dead-letter-to-table
delete from `jobs`
where `id` = ?
  and `locked_until` = ? and `attempt` = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
