-- mariadb/lease/keys-take
(select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)
union all (select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)

-- 1 ID[0]
-- 2 NOW[4]
-- 3 GROUP
-- 4 LANE[0]
-- 5 ID[1]
-- 6 NOW[4]
-- 7 GROUP
-- 8 LANE[0]
