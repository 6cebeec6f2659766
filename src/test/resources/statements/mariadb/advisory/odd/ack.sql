-- mariadb/advisory/ack
delete from `my schema`.`Order -- "Jobs" ``x```
where `Id?` = ?
  and `attempt` = ?
  and is_used_lock(?) = connection_id()

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
-- 3 KEY[0]
