-- postgresql/lease/release
update "tiny"
set "locked_until" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ?

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
