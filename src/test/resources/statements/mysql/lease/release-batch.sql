-- mysql/lease/release-batch
update `jobs`
set `locked_until` = ?, `attempt` = `attempt` - 1
where `id` in (?, ?)

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
