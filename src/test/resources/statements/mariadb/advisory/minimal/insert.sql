-- mariadb/advisory/insert
insert into `tiny` (`payload`)
values (?)

-- 1 COLUMN[1]
