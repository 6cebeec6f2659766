-- h2/lease/hold-batch
update "jobs"
set "locked_until" = case "id" when ? then ? when ? then ? end, "last_error" = case "id" when ? then ? when ? then ? end
where "id" in (?, ?)

-- 1 ID[0]
-- 2 EACH_HOLD_UNTIL[0]
-- 3 ID[1]
-- 4 EACH_HOLD_UNTIL[1]
-- 5 ID[0]
-- 6 EACH_ERROR[0]
-- 7 ID[1]
-- 8 EACH_ERROR[1]
-- 9 ID[0]
-- 10 ID[1]
