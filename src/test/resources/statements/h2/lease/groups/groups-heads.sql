-- h2/lease/groups-heads
(select "id" from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" is null
  order by "grp", "processed_at", "locked_until", "priority", "retry_after", "id"
  limit 1)
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
  and not exists (
  select 1
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" >= ?))
union all (select "id" from "jobs"
where "id" = (
  select "id"
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" is null
  order by "grp", "processed_at", "locked_until", "priority", "retry_after", "id"
  limit 1)
  and "retry_after" <= ?
  and "processed_at" is null
  and "locked_until" is null
  and not exists (
  select 1
  from "jobs"
  where "grp" = ?
    and "processed_at" is null
    and "locked_until" >= ?))

-- 1 LANE[0]
-- 2 NOW[3]
-- 3 LANE[0]
-- 4 LONG_AGO
-- 5 LANE[1]
-- 6 NOW[3]
-- 7 LANE[1]
-- 8 LONG_AGO
