-- mariadb/lease/lock-batch
(select `Id?` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` = ? and `attempt` = ? for update skip locked)
union all (select `Id?` from `my schema`.`Order -- "Jobs" ``x``` where `Id?` = ? and `locked "until" ``x``` = ? and `attempt` = ? for update skip locked)

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
-- 4 ID[1]
-- 5 HELD_UNTIL[1]
-- 6 HELD_ATTEMPT[1]
