-- postgresql/advisory/find
select "id"
from "tiny"
where "id" = ?
for update

-- 1 ID[0]
