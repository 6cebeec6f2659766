-- mysql/lease/keys-take
select `id`, `account`, `locked_until`, `payload`
from `tiny`
where `id` in (?, ?)
  and `locked_until` is null
  and is_used_lock(sha2(convert(concat(convert(lower(concat(database(), '.', 'tiny')) using utf8mb4), ':', trim(trailing ' ' from ?)) using utf8mb4), 256)) = connection_id()
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 LANE[0]
