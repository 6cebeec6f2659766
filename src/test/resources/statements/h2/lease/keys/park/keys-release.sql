-- h2/lease/keys-release
update "jobs"
set "locked_until" = null, "attempt" = ?
where "grp" = ?
  and "account" = ?
  and "processed_at" is null
  and "locked_until" = ?

-- 1 ATTEMPT
-- 2 GROUP
-- 3 COLUMN[2]
-- 4 END_OF_TIME
