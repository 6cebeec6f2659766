-- mysql/lease/fifo-unguard
select release_lock(sha2(concat(convert(lower(concat(database(), '.', 'jobs')) using utf8mb4), ':', trim(trailing ' ' from ?)), 256))

-- 1 GROUP
