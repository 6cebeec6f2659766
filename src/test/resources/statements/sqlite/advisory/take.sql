-- sqlite/advisory/take
update `jobs`
set `attempt` = min(cast(`attempt` as integer), ?) + 1
where `id` = ?
  and `grp` = ?
  and +`retry_after` <= ?
  and `processed_at` is null
returning `id`, `grp`, `priority`, `retry_after`, `attempt` - 1 as `attempt`, `processed_at`, `headers`, `payload`, `last_error`, `customer`

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
-- 3 GROUP
-- 4 NOW[3]
