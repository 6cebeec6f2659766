-- h2/lease/dead-letter-to-group-batch
update "my schema"."Order -- ""Jobs"" `x`"
set "group" = ?, "locked ""until"" `x`" = null
where "Id?" in (?, ?)

-- 1 DESTINATION
-- 2 ID[0]
-- 3 ID[1]
