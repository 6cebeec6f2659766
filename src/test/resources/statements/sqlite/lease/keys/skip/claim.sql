-- sqlite/lease/claim
update `jobs`
set `locked_until` = ?, `attempt` = min(cast(`attempt` as integer), ?) + 1
where `id` in (
  select `id`
  from `jobs`
  where `grp` = ?
    and `account` is null
    and +`retry_after` <= ?
    and `processed_at` is null
    and `locked_until` is null
  order by `priority`, `retry_after`, `id`
  limit ?)
returning `id`, `grp`, `account`, `priority`, `retry_after`, `attempt` - 1 as `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 GROUP
-- 4 NOW[4]
-- 5 LIMIT
