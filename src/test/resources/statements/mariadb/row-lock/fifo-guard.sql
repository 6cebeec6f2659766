-- mariadb/row-lock/fifo-guard
select get_lock(sha2(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)), 256), 0)

-- 1 GROUP
