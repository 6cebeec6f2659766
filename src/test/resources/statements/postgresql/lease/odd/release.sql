-- postgresql/lease/release
update "my schema"."Order -- ""Jobs"" `x`"
set "locked ""until"" `x`" = ?, "attempt" = "attempt" - 1
where "Id?" = ?
  and coalesce("locked ""until"" `x`", "locked ""until"" `x`") = ? and "attempt" = ?

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 HELD_UNTIL[0]
-- 4 HELD_ATTEMPT[0]
