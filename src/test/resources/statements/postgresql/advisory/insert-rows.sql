-- postgresql/advisory/insert-rows
insert into "jobs" ("grp", "priority", "processed_at", "headers", "payload", "last_error", "customer", "retry_after")
values (?, ?, ?, ?, ?, ?, ?, statement_timestamp()), (?, ?, ?, ?, ?, ?, ?, statement_timestamp())

-- 1 COLUMN[1]
-- 2 COLUMN[2]
-- 3 COLUMN[5]
-- 4 COLUMN[6]
-- 5 COLUMN[7]
-- 6 COLUMN[8]
-- 7 COLUMN[9]
-- 8 COLUMN[1]
-- 9 COLUMN[2]
-- 10 COLUMN[5]
-- 11 COLUMN[6]
-- 12 COLUMN[7]
-- 13 COLUMN[8]
-- 14 COLUMN[9]
