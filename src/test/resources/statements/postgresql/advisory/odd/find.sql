-- postgresql/advisory/find
select "Id?", "attempt"
from "my schema"."Order -- ""Jobs"" `x`"
where "Id?" = ?
for update

-- 1 ID[0]
