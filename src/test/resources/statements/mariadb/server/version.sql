-- mariadb/server/version
select version()
