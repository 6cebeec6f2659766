-- sqlite/advisory/database
select file from pragma_database_list where lower(name) = lower('main')
