-- sqlite/lease/claim
update `tiny`
set `locked_until` = ?
where `id` in (
  select `id`
  from `tiny`
  where `account` is null
    and `locked_until` is null
  order by `id`
  limit ?)
returning `id`, `account`, `locked_until`, `payload`

-- 1 LEASE_UNTIL
-- 2 LIMIT
