-- mariadb/lease/lock-batch
(select `id` from `jobs` where `id` = ? and `locked_until` = ? and `attempt` = ? for update skip locked)
union all (select `id` from `jobs` where `id` = ? and `locked_until` = ? and `attempt` = ? for update skip locked)

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
-- 4 ID[1]
-- 5 HELD_UNTIL[1]
-- 6 HELD_ATTEMPT[1]
