-- postgresql/advisory/take
update "my schema"."Order -- ""Jobs"" `x`"
set "attempt" = least("attempt", ?) + 1
where "Id?" = any(array(
  select "Id?"
  from "my schema"."Order -- ""Jobs"" `x`"
  where "Id?" = ?
    and "group" = ?
  for update skip locked))
returning "Id?", "group", "attempt" - cast(1 as smallint) as "attempt", "select /* ; */"

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
-- 3 GROUP
