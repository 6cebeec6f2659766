-- postgresql/lease/dead-letter-to-group
update "my schema"."Order -- ""Jobs"" `x`"
set "group" = ?, "locked ""until"" `x`" = null
where "Id?" = ?
  and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?

-- 1 DESTINATION
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
