-- h2/lease/ack-batch
update "jobs"
set "processed_at" = ?, "locked_until" = null
where "id" in (?, ?)

-- 1 NOW[6]
-- 2 ID[0]
-- 3 ID[1]
