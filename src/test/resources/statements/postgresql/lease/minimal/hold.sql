-- postgresql/lease/hold
update "tiny"
set "locked_until" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ?

-- 1 RETRY_AT[1]
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
