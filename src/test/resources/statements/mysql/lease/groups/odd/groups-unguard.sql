-- mysql/lease/groups-unguard
select 0, release_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))
union all select 1, release_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 LANE[0]
-- 2 LANE[1]
