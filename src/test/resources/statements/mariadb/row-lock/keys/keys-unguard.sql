-- mariadb/row-lock/keys-unguard
select release_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 GROUP
-- 2 LANE[0]
