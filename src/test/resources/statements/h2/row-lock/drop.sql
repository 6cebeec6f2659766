-- h2/row-lock/drop
update "jobs"
set "processed_at" = ?
where "id" = ?

-- 1 NOW[5]
-- 2 ID[0]
