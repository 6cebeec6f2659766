-- h2/advisory/ack
update "jobs"
set "processed_at" = dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00')
where "id" = ?
  and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
