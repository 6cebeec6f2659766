-- h2/lease/keys-heads
(select "id" from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
    and "locked_until" is null
  order by "grp", "processed_at", "locked_until", "account", "priority", "id"
  limit 1)
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
  and not exists (
  select 1
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
    and "locked_until" >= ?))
union all (select "id" from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
    and "locked_until" is null
  order by "grp", "processed_at", "locked_until", "account", "priority", "id"
  limit 1)
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
  and not exists (
  select 1
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
    and "locked_until" >= ?))

-- 1 GROUP
-- 2 LANE[0]
-- 3 NOW[4]
-- 4 GROUP
-- 5 LANE[0]
-- 6 LONG_AGO
-- 7 GROUP
-- 8 LANE[1]
-- 9 NOW[4]
-- 10 GROUP
-- 11 LANE[1]
-- 12 LONG_AGO
