-- sqlite/advisory/dead-letter-to-group
update `my schema`.`Order -- "Jobs" ``x```
set `group` = ?
where `Id?` = ?
  and `attempt` = ?

-- 1 DESTINATION
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
