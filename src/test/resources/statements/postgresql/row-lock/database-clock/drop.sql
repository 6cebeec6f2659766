-- postgresql/row-lock/drop
update "jobs"
set "processed_at" = statement_timestamp()
where "id" = ?

-- 1 ID[0]
