-- mysql/advisory/lock
select if(is_used_lock(?) = connection_id(), 0, coalesce(get_lock(?, 0), 0))

-- 1 KEY[0]
-- 2 KEY[0]
