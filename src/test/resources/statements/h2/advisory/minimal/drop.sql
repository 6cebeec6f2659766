-- h2/advisory/drop
delete from "tiny"
where "id" = ?

-- 1 ID[0]
