-- mariadb/advisory/dead-letter-to-group
update `my schema`.`Order -- "Jobs" ``x```
set `group` = ?
where `Id?` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 DESTINATION
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
-- 4 KEY[0]
