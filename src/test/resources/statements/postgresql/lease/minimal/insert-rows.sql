-- postgresql/lease/insert-rows
insert into "tiny" ("locked_until", "payload")
values (?, ?), (?, ?)

-- 1 COLUMN[1]
-- 2 COLUMN[2]
-- 3 COLUMN[1]
-- 4 COLUMN[2]
