-- mariadb/row-lock/fifo-guard
select get_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 GROUP
