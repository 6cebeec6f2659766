-- sqlite/lease/release-batch
update `tiny`
set `locked_until` = ?
where `id` in (?, ?)
  and (`id`, `locked_until`) in (values (?, ?), (?, ?))
returning `id`

-- 1 RELEASE_TO
-- 2 ID[0]
-- 3 ID[1]
-- 4 ID[0]
-- 5 HELD_UNTIL[0]
-- 6 ID[1]
-- 7 HELD_UNTIL[1]
