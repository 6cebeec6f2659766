-- mariadb/advisory/candidates
select `id`,
  if(char_length(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4)), convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4), sha2(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4), 256))
from `jobs`
where `grp` = ?
  and `retry_after` <= utc_timestamp(6)
  and `processed_at` is null
  and convert(if(char_length(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4)) <= 64 and length(convert(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4) using utf8mb3)) = length(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4)), convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4), sha2(convert(concat_ws('', lower(database()), '.', `id`) using utf8mb4), 256)) using utf8mb4) collate utf8mb4_bin not in (?, ?)
order by `priority`, `retry_after`, `id`
limit ?

-- 1 GROUP
-- 2 KEY[0]
-- 3 KEY[1]
-- 4 LIMIT
