-- mysql/server/version
select version()
