-- postgresql/lease/fifo-guard
select cast(pg_try_advisory_xact_lock(hashtextextended(cast(? as text),
  cast(cast(E'"my schema"."Order -- ""Jobs"" `x` \\'' it\\"' as regclass) as bigint))) as integer),
  set_config('idle_in_transaction_session_timeout', '10s', true)

-- 1 GROUP
