-- sqlite/advisory/release
update `my schema`.`Order -- "Jobs" ``x```
set `attempt` = `attempt` - 1
where `Id?` = ?
  and `attempt` = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
