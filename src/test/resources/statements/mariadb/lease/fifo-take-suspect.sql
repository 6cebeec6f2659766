-- mariadb/lease/fifo-take-suspect
(select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `grp` = ? and `processed_at` is null and `locked_until` <= ? and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)
union all (select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `grp` = ? and `processed_at` is null and `locked_until` <= ? and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)

-- 1 ID[0]
-- 2 GROUP
-- 3 NOW[5]
-- 4 GROUP
-- 5 ID[1]
-- 6 GROUP
-- 7 NOW[5]
-- 8 GROUP
