-- postgresql/lease/extend-batch
update "tiny"
set "locked_until" = ?
where "id" = any(array(
  select "id"
  from "tiny"
  where "id" = any(?)
    and ("id", coalesce("locked_until", "locked_until")) in (select * from unnest(?, ?))
  for update skip locked))
returning "id"

-- 1 LEASE_UNTIL
-- 2 IDS
-- 3 IDS
-- 4 HELD_UNTILS
