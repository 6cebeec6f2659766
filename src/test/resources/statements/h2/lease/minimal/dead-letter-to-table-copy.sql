-- h2/lease/dead-letter-to-table-copy
insert into "jobs_dead" ("id", "locked_until", "payload") overriding system value
select "id", null, "payload"
from "tiny"
where "id" = ?
  and "locked_until" = ?
for update

-- 1 ID[0]
-- 2 HELD_UNTIL[0]
