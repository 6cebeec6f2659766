create or replace function "payment_jobs_notify"() returns trigger
language plpgsql as $notify$
begin
  perform pg_notify(tg_table_schema || '.' || tg_table_name, payload)
  from (
    select distinct case when octet_length(cast("queue" as text)) <= 7999
      then cast("queue" as text) else '' end as payload
    from new_rows
  ) as payloads
  where octet_length(tg_table_schema || '.' || tg_table_name) <= 63;
  return null;
end
$notify$;

create trigger "payment_jobs_notify"
after insert on "payment_jobs" referencing new table as new_rows
for each statement execute function "payment_jobs_notify"();
