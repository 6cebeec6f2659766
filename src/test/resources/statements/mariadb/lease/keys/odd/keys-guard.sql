-- mariadb/lease/keys-guard
select 0, get_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)
union all select 1, get_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256), 0)

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
-- 4 GROUP
-- 5 GROUP
-- 6 LANE[1]
