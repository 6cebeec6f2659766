-- sqlite/lease/fifo-claim
update `jobs`
set `locked_until` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `id` = (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `retry_after`, `id`
  limit 1)
  and `grp` = ?
  and +`retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
  and not exists (
  select `id`
  from `jobs`
  where `grp` = ?
    and `processed_at` is null
    and `locked_until` is not null)
returning `id`, `grp`, `priority`, `retry_after`, `attempt` - 1 as `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 GROUP
-- 5 NOW[3]
-- 6 GROUP
