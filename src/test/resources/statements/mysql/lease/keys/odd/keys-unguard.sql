-- mysql/lease/keys-unguard
select 0, release_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256))
union all select 1, release_lock(sha2(convert(concat(lower(concat('my schema', '.', 'Order -- "Jobs" `x`')), ':', char_length(?), ':', ?, ':', trim(trailing ' ' from ?)) using utf8mb4), 256))

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
-- 4 GROUP
-- 5 GROUP
-- 6 LANE[1]
