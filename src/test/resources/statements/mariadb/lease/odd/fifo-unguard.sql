-- mariadb/lease/fifo-unguard
select release_lock(sha2(convert(concat(convert(lower(concat('my schema', '.', convert(x'4f72646572202d2d20224a6f62732220607860205c272069745c' using utf8mb4))) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 GROUP
