-- mariadb/advisory/take-count
update `jobs`
set `attempt` = least(`attempt`, ?) + 1
where `id` = ?

-- 1 ATTEMPT_ROOM
-- 2 ID[0]
