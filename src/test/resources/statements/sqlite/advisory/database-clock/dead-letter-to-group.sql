-- sqlite/advisory/dead-letter-to-group
update `jobs`
set `grp` = ?, `last_error` = ?
where `id` = ?
  and `attempt` = ?

-- 1 DESTINATION
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
