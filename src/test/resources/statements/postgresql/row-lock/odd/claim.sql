-- postgresql/row-lock/claim
select "Id?", "group", "attempt", "select /* ; */",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "my schema"."Order -- ""Jobs"" `x`"
where "group" >= ?
  and "group" <= ?
order by "group", "Id?"
limit (select cast(? as bigint))
for update skip locked

-- 1 GROUP
-- 2 GROUP
-- 3 LIMIT
