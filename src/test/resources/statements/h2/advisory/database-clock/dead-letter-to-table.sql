-- h2/advisory/dead-letter-to-table
delete from "jobs"
where "id" = ?
  and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
