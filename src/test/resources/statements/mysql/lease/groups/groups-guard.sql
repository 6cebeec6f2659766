-- mysql/lease/groups-guard
select 0, get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)
union all select 1, get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 LANE[0]
-- 2 LANE[1]
