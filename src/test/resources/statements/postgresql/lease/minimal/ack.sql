-- postgresql/lease/ack
delete from "tiny"
where "id" = ?
  and coalesce("locked_until", "locked_until") = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
