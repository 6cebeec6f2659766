-- h2/advisory/database
select coalesce(database_path(), database())
