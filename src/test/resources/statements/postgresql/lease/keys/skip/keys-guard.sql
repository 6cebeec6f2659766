-- postgresql/lease/keys-guard
with rowqueue_lanes (rowqueue_step, rowqueue_lane) as materialized (
  select -1, "account" from "jobs" where false
  union all select 0, ?
  union all select 1, ?)
select rowqueue_step, 1, (select set_config('idle_in_transaction_session_timeout', '10s', true))
from rowqueue_lanes
where pg_try_advisory_xact_lock(hashtextextended(cast(rowqueue_lane as text),
  hashtextextended(cast(? as text), cast(cast('"jobs"' as regclass) as bigint))))

-- 1 LANE[0]
-- 2 LANE[1]
-- 3 GROUP
