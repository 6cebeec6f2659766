-- snippet:tables
CREATE TABLE IF NOT EXISTS crm_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 1,
  locked_until TEXT,
  payload BLOB NOT NULL
);

CREATE INDEX IF NOT EXISTS crm_jobs_claim ON crm_jobs (target, id) WHERE locked_until IS NULL;

CREATE INDEX IF NOT EXISTS crm_jobs_suspect ON crm_jobs (target, locked_until) WHERE locked_until IS NOT NULL;

CREATE TABLE IF NOT EXISTS ledger_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  locked_until TEXT,
  payload BLOB NOT NULL
);

CREATE INDEX IF NOT EXISTS ledger_jobs_claim ON ledger_jobs (id) WHERE locked_until IS NULL;

CREATE INDEX IF NOT EXISTS ledger_jobs_suspect ON ledger_jobs (locked_until) WHERE locked_until IS NOT NULL;
-- end
