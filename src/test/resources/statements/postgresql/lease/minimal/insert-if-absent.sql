-- postgresql/lease/insert-if-absent
insert into "tiny" ("locked_until", "payload")
values (?, ?)
on conflict ("id") do nothing

-- 1 COLUMN[1]
-- 2 COLUMN[2]
