-- h2/lease/keys-heads
(select "id" from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "account" = ?
    and "processed_at" is null
    and "locked_until" is null
    and "retry_after" <= ?
  order by "grp", "processed_at", "locked_until", "account", "priority", "retry_after", "id"
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
    and "retry_after" <= ?
  order by "grp", "processed_at", "locked_until", "account", "priority", "retry_after", "id"
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
-- 4 NOW[4]
-- 5 GROUP
-- 6 LANE[0]
-- 7 LONG_AGO
-- 8 GROUP
-- 9 LANE[1]
-- 10 NOW[4]
-- 11 NOW[4]
-- 12 GROUP
-- 13 LANE[1]
-- 14 LONG_AGO
