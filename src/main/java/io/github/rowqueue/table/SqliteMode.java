package io.github.rowqueue.table;

/**
 * When the transaction of a delivery takes SQLite's one write lock. Servers and H2, which lock
 * rows, refuse a mode at start.
 */
public enum SqliteMode {
  /** Rowqueue's own choice (default). */
  DEFAULT,
  /** At the first write. */
  DEFERRED,
  /** When it is opened; readers go on. */
  IMMEDIATE,
  /** When it is opened; outside of the write-ahead log readers wait too. */
  EXCLUSIVE
}
