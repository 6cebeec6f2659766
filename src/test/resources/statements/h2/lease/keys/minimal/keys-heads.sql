-- h2/lease/keys-heads
(select "id" from "tiny"
where "id" = (
  select "id"
  from "tiny"
  where "account" = ?
    and "locked_until" is null
  order by "locked_until", "account", "id"
  limit 1)
  and "locked_until" is null
  and not exists (
  select 1
  from "tiny"
  where "account" = ?
    and "locked_until" >= ?))
union all (select "id" from "tiny"
where "id" = (
  select "id"
  from "tiny"
  where "account" = ?
    and "locked_until" is null
  order by "locked_until", "account", "id"
  limit 1)
  and "locked_until" is null
  and not exists (
  select 1
  from "tiny"
  where "account" = ?
    and "locked_until" >= ?))

-- 1 LANE[0]
-- 2 LANE[0]
-- 3 LONG_AGO
-- 4 LANE[1]
-- 5 LANE[1]
-- 6 LONG_AGO
