-- h2/lease/keys-guard
select 0, concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('tiny'), cast(? as varchar))
union all select 1, concat_ws(':', coalesce(database_path(), database()), lower(current_schema), lower('tiny'), cast(? as varchar))

-- 1 LANE[0]
-- 2 LANE[1]
