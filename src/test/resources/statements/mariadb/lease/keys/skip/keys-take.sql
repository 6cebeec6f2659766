-- mariadb/lease/keys-take
(select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)
union all (select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer` from `jobs` where `id` = ? and `retry_after` <= ? and `processed_at` is null and `locked_until` is null and is_used_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id() for update skip locked)

-- 1 ID[0]
-- 2 NOW[4]
-- 3 GROUP
-- 4 GROUP
-- 5 LANE[0]
-- 6 ID[1]
-- 7 NOW[4]
-- 8 GROUP
-- 9 GROUP
-- 10 LANE[0]
