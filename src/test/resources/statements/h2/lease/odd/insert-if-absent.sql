-- h2/lease/insert-if-absent
insert into "my schema"."Order -- ""Jobs"" `x`" ("Id?", "group", "attempt", "locked ""until"" `x`", "select /* ; */")
values (?, ?, ?, ?, ?)

-- 1 COLUMN[0]
-- 2 COLUMN[1]
-- 3 COLUMN[2]
-- 4 COLUMN[3]
-- 5 COLUMN[4]
