-- mariadb/lease/lock-batch
(select `id` from `tiny` where `id` = ? and `locked_until` = ? for update skip locked)
union all (select `id` from `tiny` where `id` = ? and `locked_until` = ? for update skip locked)

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 ID[1]
-- 4 HELD_UNTIL[1]
