-- h2/lease/release-batch
update "tiny"
set "locked_until" = ?
where "id" in (?, ?)

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
