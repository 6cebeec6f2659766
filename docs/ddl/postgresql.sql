create table "jobs" (
  "id" bigint generated always as identity primary key,
  "grp" text not null,
  "priority" integer default 0 not null,
  "retry_after" timestamptz default statement_timestamp() not null,
  "attempt" smallint default 1 not null,
  "locked_until" timestamptz,
  "processed_at" timestamptz,
  "headers" jsonb,
  "payload" bytea not null,
  "last_error" text,
  "customer" text
);

create index "jobs_claim" on "jobs" ("grp", "priority", "retry_after", "id")
where "processed_at" is null and "locked_until" is null;

create index "jobs_suspect" on "jobs" ("locked_until")
where "locked_until" is not null;
