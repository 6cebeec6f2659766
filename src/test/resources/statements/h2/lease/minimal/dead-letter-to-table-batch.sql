-- h2/lease/dead-letter-to-table-batch
delete from "tiny"
where "id" in (?, ?)

-- 1 ID[0]
-- 2 ID[1]
