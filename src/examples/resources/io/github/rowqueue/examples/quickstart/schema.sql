PRAGMA journal_mode = WAL;

-- snippet:queue
CREATE TABLE email_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  retry_after TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')),
  attempt INTEGER NOT NULL DEFAULT 1,
  locked_until TEXT,
  last_error TEXT,
  payload TEXT NOT NULL
);

CREATE INDEX email_jobs_claim ON email_jobs (retry_after, id) WHERE locked_until IS NULL;

CREATE INDEX email_jobs_suspect ON email_jobs (locked_until) WHERE locked_until IS NOT NULL;

CREATE TABLE email_jobs_dead (
  id INTEGER PRIMARY KEY,
  retry_after TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  locked_until TEXT,
  last_error TEXT,
  payload TEXT NOT NULL
);
-- end
