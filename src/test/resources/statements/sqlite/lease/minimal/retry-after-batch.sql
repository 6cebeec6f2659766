-- sqlite/lease/retry-after-batch
update `tiny`
set `locked_until` = null
where `id` in (?, ?)
  and (`id`, `locked_until`) in (values (?, ?), (?, ?))
returning `id`

-- 1 ID[0]
-- 2 ID[1]
-- 3 ID[0]
-- 4 HELD_UNTIL[0]
-- 5 ID[1]
-- 6 HELD_UNTIL[1]
