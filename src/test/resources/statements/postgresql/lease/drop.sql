-- postgresql/lease/drop
update "jobs"
set "processed_at" = ?, "locked_until" = null
where "id" = ?
  and coalesce("locked_until", "locked_until") = ? and "attempt" = ?

-- 1 NOW[6]
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
