-- postgresql/lease/claim-stamp
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = ?, "attempt" = least("attempt", ?) + 1
where "Id?" in (?, ?)

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 ID[0]
-- 4 ID[1]
