-- postgresql/advisory/lock
select cast(pg_try_advisory_lock(hashtextextended(cast(? as text),
  cast(cast('"my schema"."Order -- ""Jobs"" `x`"' as regclass) as bigint))) as integer)

-- 1 KEY[0]
