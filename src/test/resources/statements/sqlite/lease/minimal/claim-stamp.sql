-- sqlite/lease/claim-stamp
update `tiny`
set `locked_until` = ?
where `id` in (?, ?)

-- 1 LEASE_UNTIL
-- 2 ID[0]
-- 3 ID[1]
