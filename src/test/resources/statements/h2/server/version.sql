-- h2/server/version
select h2version()
