-- postgresql/row-lock/keys-guard
select cast(pg_try_advisory_xact_lock(hashtextextended(cast(? as text),
  hashtextextended(cast(? as text), cast(cast('"jobs"' as regclass) as bigint)))) as integer),
  set_config('tcp_keepalives_idle', '30', true),
  set_config('tcp_keepalives_interval', '10', true),
  set_config('tcp_keepalives_count', '3', true)

-- 1 LANE[0]
-- 2 GROUP
