-- mariadb/lease/take
(select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `grp` = ? and `processed_at` is null and `locked_until` is null for update skip locked)
union all (select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `grp` = ? and `processed_at` is null and `locked_until` is null for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 ID[1]
-- 4 GROUP
