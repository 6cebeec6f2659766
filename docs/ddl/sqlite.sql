create table `jobs` (
  `id` integer primary key autoincrement,
  `grp` text not null,
  `priority` integer default 0 not null,
  `retry_after` text default (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')) not null,
  `attempt` integer default 1 not null,
  `locked_until` text,
  `processed_at` text,
  `headers` text,
  `payload` blob not null,
  `last_error` text,
  `customer` text
);

create index `jobs_claim` on `jobs` (`grp`, `priority`, `retry_after`, `id`)
where `processed_at` is null and `locked_until` is null;

create index `jobs_suspect` on `jobs` (`locked_until`)
where `locked_until` is not null;
