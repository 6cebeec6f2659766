-- h2/lease/fifo-guard
select concat_ws(':', coalesce(database_path(), database()), lower('my schema'), lower('Order -- "Jobs" `x` \'' it\'), ?)

-- 1 GROUP
