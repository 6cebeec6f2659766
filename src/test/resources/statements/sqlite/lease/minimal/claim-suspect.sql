-- sqlite/lease/claim-suspect
update `tiny`
set `locked_until` = ?
where `id` in (
  select `id`
  from `tiny`
  where `locked_until` <= ?
  order by `id`
  limit ?)
returning `id`, `locked_until`, `payload`

-- 1 LEASE_UNTIL
-- 2 NOW[1]
-- 3 LIMIT
