-- h2/advisory/take-count
update "my schema"."Order -- ""Jobs"" `x`"
set "attempt" = least("attempt", ?) + 1
where "Id?" = ?

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
