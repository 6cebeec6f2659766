-- mariadb/advisory/candidates
select `id`,
  if(char_length(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4)), convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4), sha2(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4), 256))
from `tiny`
where convert(if(char_length(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4)), convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4), sha2(convert(concat_ws('', lower(database()), '.', 'one') using utf8mb4), 256)) using utf8mb4) collate utf8mb4_bin not in (?, ?)
order by `id`
limit ?

-- 1 KEY[0]
-- 2 KEY[1]
-- 3 LIMIT
