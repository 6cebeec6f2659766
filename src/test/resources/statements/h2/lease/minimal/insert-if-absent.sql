-- h2/lease/insert-if-absent
insert into "tiny" ("locked_until", "payload")
values (?, ?)

-- 1 COLUMN[1]
-- 2 COLUMN[2]
