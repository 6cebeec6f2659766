-- postgresql/advisory/drop
update "jobs"
set "processed_at" = statement_timestamp()
where "id" = ?
  and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
