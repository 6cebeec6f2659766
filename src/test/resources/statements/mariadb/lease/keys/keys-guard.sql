-- mariadb/lease/keys-guard
select 0, get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)
union all select 1, get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', hex(convert(? using utf8mb4)), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 GROUP
-- 2 LANE[0]
-- 3 GROUP
-- 4 LANE[1]
