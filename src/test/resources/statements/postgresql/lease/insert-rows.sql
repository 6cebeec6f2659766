-- postgresql/lease/insert-rows
insert into "jobs" ("grp", "priority", "locked_until", "processed_at", "headers", "payload", "last_error", "customer", "retry_after")
values (?, ?, ?, ?, ?, ?, ?, ?, statement_timestamp()), (?, ?, ?, ?, ?, ?, ?, ?, statement_timestamp())

-- 1 COLUMN[1]
-- 2 COLUMN[2]
-- 3 COLUMN[5]
-- 4 COLUMN[6]
-- 5 COLUMN[7]
-- 6 COLUMN[8]
-- 7 COLUMN[9]
-- 8 COLUMN[10]
-- 9 COLUMN[1]
-- 10 COLUMN[2]
-- 11 COLUMN[5]
-- 12 COLUMN[6]
-- 13 COLUMN[7]
-- 14 COLUMN[8]
-- 15 COLUMN[9]
-- 16 COLUMN[10]
