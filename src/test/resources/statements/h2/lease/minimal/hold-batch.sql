-- h2/lease/hold-batch
update "tiny"
set "locked_until" = case "id" when ? then ? when ? then ? end
where "id" in (?, ?)

-- 1 ID[0]
-- 2 EACH_HOLD_UNTIL[0]
-- 3 ID[1]
-- 4 EACH_HOLD_UNTIL[1]
-- 5 ID[0]
-- 6 ID[1]
