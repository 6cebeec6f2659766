-- postgresql/row-lock/take
select "Id?", "group", "attempt", "select /* ; */",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" in (?, ?)
  and "group" = ?
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
-- 3 GROUP
