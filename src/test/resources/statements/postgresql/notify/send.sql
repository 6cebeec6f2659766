-- postgresql/notify/send
select pg_notify(?, payload)
from unnest(cast(? as text[])) as payloads (payload)

-- 1 CHANNEL
-- 2 PAYLOADS
