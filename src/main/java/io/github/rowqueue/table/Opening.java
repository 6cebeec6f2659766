package io.github.rowqueue.table;

/**
 * How a table's transactions are opened.
 *
 * @param isolation the level, for databases that lock rows
 * @param sqliteMode the mode, for SQLite
 */
record Opening(Isolation isolation, SqliteMode sqliteMode) {

  /** As Rowqueue chooses. */
  static final Opening DEFAULT = new Opening(Isolation.DEFAULT, SqliteMode.DEFAULT);

  /** Whether both are said, which no one database can keep. */
  boolean isContradiction() {
    return isolation != Isolation.DEFAULT && sqliteMode != SqliteMode.DEFAULT;
  }
}
