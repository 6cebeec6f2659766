-- mariadb/lease/take-suspect
(select `id`, `locked_until`, `payload` from `tiny` where `id` = ? and `locked_until` <= ? for update skip locked)
union all (select `id`, `locked_until`, `payload` from `tiny` where `id` = ? and `locked_until` <= ? for update skip locked)

-- 1 ID[0]
-- 2 NOW[1]
-- 3 ID[1]
-- 4 NOW[1]
