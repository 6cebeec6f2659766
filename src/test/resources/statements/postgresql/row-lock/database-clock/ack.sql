-- postgresql/row-lock/ack
update "jobs"
set "processed_at" = statement_timestamp()
where "id" = ?

-- 1 ID[0]
