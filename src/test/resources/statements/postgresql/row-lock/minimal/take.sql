-- postgresql/row-lock/take
select "id", "payload",
  (select set_config('tcp_keepalives_idle', '30', true)),
  (select set_config('tcp_keepalives_interval', '10', true)),
  (select set_config('tcp_keepalives_count', '3', true))
from "tiny"
where "id" in (?, ?)
for update skip locked

-- 1 ID[0]
-- 2 ID[1]
