-- postgresql/notify/listening
select count(*) from pg_listening_channels()
