-- h2/lease/release
update "tiny"
set "locked_until" = ?
where "id" = ?
  and "locked_until" = ?

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
