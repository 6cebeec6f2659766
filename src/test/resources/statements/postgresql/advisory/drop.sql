-- postgresql/advisory/drop
update "jobs"
set "processed_at" = ?
where "id" = ?
  and "attempt" = ?

-- 1 NOW[5]
-- 2 ID[0]
-- 3 HELD_ATTEMPT[0]
