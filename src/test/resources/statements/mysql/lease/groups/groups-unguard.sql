-- mysql/lease/groups-unguard
select 0, release_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))
union all select 1, release_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 LANE[0]
-- 2 LANE[1]
