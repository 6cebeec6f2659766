-- postgresql/lease/release
update "jobs"
set "locked_until" = ?, "attempt" = "attempt" - 1
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
