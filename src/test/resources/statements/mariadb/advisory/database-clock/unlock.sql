-- mariadb/advisory/unlock
select coalesce(release_lock(?), 0)

-- 1 KEY[0]
