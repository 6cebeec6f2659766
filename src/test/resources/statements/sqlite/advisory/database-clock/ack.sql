-- sqlite/advisory/ack
update `jobs`
set `processed_at` = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
where `id` = ?
  and `attempt` = ?

-- 1 ID[0]
-- 2 HELD_ATTEMPT[0]
