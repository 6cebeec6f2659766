-- mariadb/lease/groups-take
(select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)
union all (select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)

-- 1 ID[0]
-- 2 NOW[3]
-- 3 LANE[0]
-- 4 ID[1]
-- 5 NOW[3]
-- 6 LANE[0]
