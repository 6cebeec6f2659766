-- mariadb/lease/keys-unguard
select 0, release_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))
union all select 1, release_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[1]
