-- postgresql/advisory/insert-if-absent
insert into "tiny" ("payload")
values (?)
on conflict ("id") do nothing

-- 1 COLUMN[1]
