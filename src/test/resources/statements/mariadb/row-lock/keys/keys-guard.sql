-- mariadb/row-lock/keys-guard
select get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 GROUP
-- 2 LANE[0]
