-- h2/advisory/insert
insert into "jobs" ("grp", "priority", "processed_at", "headers", "payload", "last_error", "customer", "retry_after")
values (?, ?, ?, ?, ?, ?, ?, dateadd(microsecond, cast(extract(epoch from current_timestamp) * 1000000 as bigint), timestamp '1970-01-01 00:00:00'))

-- 1 COLUMN[1]
-- 2 COLUMN[2]
-- 3 COLUMN[5]
-- 4 COLUMN[6]
-- 5 COLUMN[7]
-- 6 COLUMN[8]
-- 7 COLUMN[9]
