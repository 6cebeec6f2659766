create table `jobs` (
  `id` bigint auto_increment primary key,
  `grp` varchar(255) character set utf8mb4 collate utf8mb4_bin not null,
  `priority` int default 0 not null,
  `retry_after` datetime(6) default (utc_timestamp(6)) not null,
  `attempt` smallint default 1 not null,
  `locked_until` datetime(6),
  `processed_at` datetime(6),
  `headers` json,
  `payload` longblob not null,
  `last_error` longtext character set utf8mb4,
  `customer` longtext character set utf8mb4,
  index `jobs_claim` (`grp`, `processed_at`, `locked_until`, `priority`, `retry_after`, `id`)
);
