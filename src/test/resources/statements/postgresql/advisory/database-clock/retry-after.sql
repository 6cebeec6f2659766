-- postgresql/advisory/retry-after
update "jobs"
set "retry_after" = statement_timestamp() + cast(? as bigint) * interval '1 microsecond', "last_error" = ?
where "id" = ?
  and "attempt" = ?

-- 1 DELAY
-- 2 LAST_ERROR
-- 3 ID[0]
-- 4 HELD_ATTEMPT[0]
