-- postgresql/server/time
select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)
