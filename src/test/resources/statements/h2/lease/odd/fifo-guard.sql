-- h2/lease/fifo-guard
select concat_ws(':', coalesce(database_path(), database()), 'my schema', 'Order -- "Jobs" `x` \'' it\', ?)

-- 1 GROUP
