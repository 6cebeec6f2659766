-- mariadb/row-lock/keys-guard
select get_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
