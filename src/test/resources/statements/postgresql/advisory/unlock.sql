-- postgresql/advisory/unlock
select cast(pg_advisory_unlock(hashtextextended(cast(? as text),
  cast(cast('"jobs"' as regclass) as bigint))) as integer)

-- 1 KEY[0]
