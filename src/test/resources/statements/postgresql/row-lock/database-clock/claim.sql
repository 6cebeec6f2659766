-- postgresql/row-lock/claim
with recursive rowqueue_priorities (rowqueue_priority) as (
  (
    select "priority"
    from "jobs"
    where "grp" = ?
      and "processed_at" is null
    order by "priority"
    limit 1)
  union all
  select (
    select "priority"
    from "jobs"
    where "grp" = ?
      and "processed_at" is null
      and "priority" > rowqueue_priority
    order by "priority"
    limit 1)
  from rowqueue_priorities
  where rowqueue_priority is not null)
select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from rowqueue_priorities
cross join lateral (
  select "id", "grp", "priority", "retry_after", "attempt", "processed_at", "headers", "payload", "last_error", "customer"
  from "jobs"
  where "grp" = ?
    and "retry_after" <= statement_timestamp()
    and "processed_at" is null
    and "priority" = rowqueue_priority
  order by "retry_after", "id"
  limit (select cast(? as bigint))
  for update skip locked) rowqueue_rows
limit (select cast(? as bigint))

-- 1 GROUP
-- 2 GROUP
-- 3 GROUP
-- 4 LIMIT
-- 5 LIMIT
