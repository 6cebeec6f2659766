-- mariadb/advisory/find
select `id`
from `tiny`
where `id` = ?
  and is_used_lock(?) = connection_id()
for update

-- 1 ID[0]
-- 2 KEY[0]
