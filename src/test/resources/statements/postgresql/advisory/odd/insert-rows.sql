-- postgresql/advisory/insert-rows
insert into "my schema"."Order -- ""Jobs"" `x`" ("Id?", "group", "attempt", "select /* ; */")
values (?, ?, ?, ?), (?, ?, ?, ?)

-- 1 COLUMN[0]
-- 2 COLUMN[1]
-- 3 COLUMN[2]
-- 4 COLUMN[3]
-- 5 COLUMN[0]
-- 6 COLUMN[1]
-- 7 COLUMN[2]
-- 8 COLUMN[3]
