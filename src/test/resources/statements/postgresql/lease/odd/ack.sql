-- postgresql/lease/ack
delete from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
  and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
