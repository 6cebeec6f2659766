-- h2/lease/fifo-guard
select concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('jobs'), ?)

-- 1 GROUP
