-- postgresql/lease/ack-batch
delete from "tiny"
where "id" = any(array(
  select "id"
  from "tiny"
  where "id" = any(?)
    and ("id", coalesce("locked_until", "locked_until")) in (select * from unnest(?, ?))
  for update skip locked))
returning "id"

-- 1 IDS
-- 2 IDS
-- 3 HELD_UNTILS
