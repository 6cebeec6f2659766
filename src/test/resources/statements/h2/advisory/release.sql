-- h2/advisory/release
update "jobs"
set "attempt" = "attempt" - 1
where "id" = ?
  and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
