-- h2/lease/keys-guard
select 0, concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('jobs'), char_length(?), ?, cast(? as varchar))
union all select 1, concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('jobs'), char_length(?), ?, cast(? as varchar))

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
-- 4 GROUP
-- 5 GROUP
-- 6 LANE[1]
