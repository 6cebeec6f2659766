-- mysql/advisory/candidates
select `Id?`,
  if(char_length(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4)), convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4), sha2(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4), 256))
from `my schema`.`Order -- "Jobs" ``x```
where `group` = ?
  and convert(if(char_length(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4)), convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4), sha2(convert(concat_ws('', lower('my schema'), '.', convert(x'69742773205c2022' using utf8mb4), `select /* ; */`, '"') using utf8mb4), 256)) using utf8mb4) collate utf8mb4_bin not in (?, ?)
order by `Id?`
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
