-- postgresql/advisory/lock
select cast(pg_try_advisory_lock(hashtextextended(cast(? as text),
  cast(cast('"jobs"' as regclass) as bigint))) as integer)

-- 1 KEY[0]
