-- postgresql/lease/claim-stamp
update "jobs"
set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
where "id" in (?, ?)

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 ID[0]
-- 4 ID[1]
