-- postgresql/row-lock/claim
select "id", "payload",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "tiny"
order by "id"
limit (select cast(? as bigint))
for update skip locked

-- 1 LIMIT
