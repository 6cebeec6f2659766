-- mysql/advisory/insert-rows
insert into `tiny` (`payload`)
values (?), (?)

-- 1 COLUMN[1]
-- 2 COLUMN[1]
