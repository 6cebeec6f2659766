-- mariadb/advisory/insert-if-absent
insert into `tiny` (`payload`)
values (?)

-- 1 COLUMN[1]
