-- sqlite/server/time
select cast(strftime('%s', 'now') as integer) * 1000000
  + cast(substr(strftime('%f', 'now'), 4) as integer) * 1000 + 999
