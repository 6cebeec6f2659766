-- postgresql/lease/retry
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = null
where "Id?" = ?
  and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
-- 3 HELD_ATTEMPT[0]
