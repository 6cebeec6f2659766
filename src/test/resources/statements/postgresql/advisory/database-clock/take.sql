-- postgresql/advisory/take
update "jobs"
set "attempt" = least("attempt", ?) + 1
where "id" = any(array(
  select "id"
  from "jobs"
  where "id" = ?
    and "grp" = ?
    and "retry_after" <= statement_timestamp()
    and "processed_at" is null
  for update skip locked))
returning "id", "grp", "priority", "retry_after", "attempt" - cast(1 as smallint) as "attempt", "processed_at", "headers", "payload", "last_error", "customer"

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
-- 3 GROUP
