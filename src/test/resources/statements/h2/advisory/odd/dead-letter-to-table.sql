-- h2/advisory/dead-letter-to-table
delete from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
  and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
