-- sqlite/server/version
select sqlite_version()
