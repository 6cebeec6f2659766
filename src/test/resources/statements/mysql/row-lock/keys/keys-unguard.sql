-- mysql/row-lock/keys-unguard
select release_lock(sha2(convert(concat(lower(concat(database(), '.', 'jobs')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
