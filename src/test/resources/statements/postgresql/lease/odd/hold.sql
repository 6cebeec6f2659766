-- postgresql/lease/hold
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = ?
where "Id?" = ?
  and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?

-- 1 RETRY_AT[3]
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
