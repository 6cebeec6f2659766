-- sqlite/advisory/retry
update `jobs`
set `last_error` = ?
where `id` = ?
  and `attempt` = ?

-- 1 LAST_ERROR
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
