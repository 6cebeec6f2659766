package io.github.rowqueue.table;

/** Whose clock says what "now" is for a table's statements. */
public enum QueueClock {
  /** The host's, aligned with the database and bound as a parameter (default). */
  HOST,
  /** The database's own, read by the statement. Refused in the lease form. */
  DATABASE
}
