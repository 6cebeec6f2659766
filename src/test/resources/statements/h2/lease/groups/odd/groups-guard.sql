-- h2/lease/groups-guard
select 0, concat_ws(':', coalesce(database_path(), database()), lower('my schema'), lower('Order -- "Jobs" `x` \'' it\'), cast(? as varchar))
union all select 1, concat_ws(':', coalesce(database_path(), database()), lower('my schema'), lower('Order -- "Jobs" `x` \'' it\'), cast(? as varchar))

-- 1 LANE[0]
-- 2 LANE[1]
