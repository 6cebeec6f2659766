-- postgresql/lease/dead-letter-to-table
with moved as (
  delete from "tiny"
  where "id" = ?
    and coalesce("locked_until", "locked_until") = ?
  returning "id", "locked_until", "payload")
insert into "jobs_dead" ("id", "locked_until", "payload") overriding system value
select "id", null, "payload"
from moved

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
