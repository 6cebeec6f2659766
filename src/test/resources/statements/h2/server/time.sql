-- h2/server/time
select cast(extract(epoch from current_timestamp) * 1000000 as bigint)
