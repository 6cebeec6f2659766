-- h2/row-lock/fifo-guard
select concat_ws(':', coalesce(database_path(), database()), current_schema, 'jobs', ?)

-- 1 GROUP
