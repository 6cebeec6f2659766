-- postgresql/lease/claim-marked
with claimed as (
  update "jobs"
  set "locked_until" = ?, "attempt" = least("attempt", ?) + 1
  where "id" = any(array(
    with rowqueue_marks (rowqueue_priority, rowqueue_due, rowqueue_id) as materialized (
      select "priority", "retry_after", "id" from "jobs" where false
      union all select ?, ?, ?
      union all select ?, ?, ?)
    select "id"
    from rowqueue_marks
    cross join lateral (
      select "id"
      from "jobs"
      where "grp" = ?
        and "retry_after" <= ?
        and "processed_at" is null
        and "locked_until" is null
        and "priority" = rowqueue_priority
        and ("retry_after", "id") >= (rowqueue_due, rowqueue_id)
      order by "retry_after", "id"
      limit (select cast(? as bigint))
      for update skip locked) rowqueue_rows
    limit (select cast(? as bigint))))
  returning "id", "grp", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer")
select "id", "grp", "priority", "retry_after", "attempt", "locked_until", "processed_at", "headers", "payload", "last_error", "customer"
from claimed
order by "priority", "retry_after", "id"

-- 1 LEASE_UNTIL
-- 2 ATTEMPT_ROOM
-- 3 MARK_PRIORITY[0]
-- 4 MARK_DUE[0]
-- 5 MARK_ID[0]
-- 6 MARK_PRIORITY[1]
-- 7 MARK_DUE[1]
-- 8 MARK_ID[1]
-- 9 GROUP
-- 10 NOW[3]
-- 11 LIMIT
-- 12 LIMIT
