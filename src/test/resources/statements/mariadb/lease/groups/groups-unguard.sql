-- mariadb/lease/groups-unguard
select 0, release_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))
union all select 1, release_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 LANE[0]
-- 2 LANE[1]
