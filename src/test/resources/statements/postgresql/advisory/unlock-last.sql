-- postgresql/advisory/unlock-last
select cast(pg_advisory_unlock(hashtextextended(cast(? as text),
  cast(cast('"jobs"' as regclass) as bigint))) as integer),
  set_config('tcp_keepalives_idle', split_part(?, ',', 1), false),
  set_config('tcp_keepalives_interval', split_part(?, ',', 2), false),
  set_config('tcp_keepalives_count', split_part(?, ',', 3), false)

-- 1 KEY[0]
-- 2 SETTINGS
-- 3 SETTINGS
-- 4 SETTINGS
