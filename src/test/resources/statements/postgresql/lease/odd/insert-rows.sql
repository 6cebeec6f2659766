-- postgresql/lease/insert-rows
insert into "my schema"."Order -- ""Jobs"" `x`" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)

-- 1 COLUMN[0]
-- 2 COLUMN[1]
-- 3 COLUMN[2]
-- 4 COLUMN[3]
-- 5 COLUMN[4]
-- 6 COLUMN[0]
-- 7 COLUMN[1]
-- 8 COLUMN[2]
-- 9 COLUMN[3]
-- 10 COLUMN[4]
