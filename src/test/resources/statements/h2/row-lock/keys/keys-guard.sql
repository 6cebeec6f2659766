-- h2/row-lock/keys-guard
select concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('jobs'), char_length(?), ?, cast(? as varchar))

-- 1 GROUP
-- 2 GROUP
-- 3 LANE[0]
