-- postgresql/advisory/lock
select cast(got as integer), case when got then concat_ws(',', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count')) end,
  case when got then set_config('tcp_keepalives_idle', '30', false) end,
  case when got then set_config('tcp_keepalives_interval', '10', false) end,
  case when got then set_config('tcp_keepalives_count', '3', false) end
from (select pg_try_advisory_lock(hashtextextended(cast(? as text),
  cast(cast('"my schema"."Order -- ""Jobs"" `x`"' as regclass) as bigint))) as got) as tried

-- 1 KEY[0]
