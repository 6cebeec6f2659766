-- postgresql/advisory/dead-letter-to-table
with moved as (
  delete from "tiny"
  where "id" = ?
  returning "id", "payload")
insert into "jobs_dead" ("id", "payload") overriding system value
select "id", "payload"
from moved

-- 1 ID[0]
