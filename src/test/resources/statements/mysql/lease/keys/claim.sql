-- mysql/lease/claim
select `id`, `grp`, `account`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `grp` = ?
  and `account` is null
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` is null
order by `priority`, `id`
limit ?
for update skip locked

-- 1 GROUP
-- 2 NOW[4]
-- 3 LIMIT
