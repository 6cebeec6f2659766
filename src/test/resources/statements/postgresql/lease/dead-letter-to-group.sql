-- postgresql/lease/dead-letter-to-group
update "jobs"
set "grp" = ?, "locked_until" = null, "last_error" = ?
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 DESTINATION
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 HELD_ATTEMPT[0]
