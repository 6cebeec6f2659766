-- mysql/row-lock/drop
update `jobs`
set `processed_at` = utc_timestamp(6)
where `id` = ?

-- 1 ID[0]
