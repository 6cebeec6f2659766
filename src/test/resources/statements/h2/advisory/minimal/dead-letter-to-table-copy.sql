-- h2/advisory/dead-letter-to-table-copy
insert into "jobs_dead" ("id", "payload") overriding system value
select "id", "payload"
from "tiny"
where "id" = ?
for update

-- 1 ID[0]
