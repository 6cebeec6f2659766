-- mariadb/lease/take
(select `id`, `locked_until`, `payload` from `tiny` where `id` = ? and `locked_until` is null for update skip locked)
union all (select `id`, `locked_until`, `payload` from `tiny` where `id` = ? and `locked_until` is null for update skip locked)

-- 1 ID[0]
-- 2 ID[1]
