-- mysql/lease/claim-suspect
select `id`, `grp`, `priority`, `retry_after`, `attempt`, `locked_until`, `processed_at`, `headers`, `payload`, `last_error`, `customer`
from `jobs`
where `grp` = ?
  and `retry_after` <= ?
  and `processed_at` is null
  and `locked_until` <= ?
order by `priority`, `retry_after`, `id`
limit ?
for update skip locked

-- 1 GROUP
-- 2 NOW[3]
-- 3 NOW[5]
-- 4 LIMIT
