-- mysql/advisory/take
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `id` = ?
  and `grp` = ?
  and `retry_after` <= ?
  and `processed_at` is null
  and is_used_lock(?) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 GROUP
-- 3 NOW[3]
-- 4 KEY[0]
