package io.github.rowqueue.dialect;

/** SQLite's type names, of which only the affinity counts; times are text. */
final class SqliteTypes implements ColumnTypes {

  @Override
  public String type(ValueKind kind) {
    return switch (kind) {
      case BOOLEAN, SMALLINT, INTEGER -> "integer";
      // Not "integer": as a primary key that is the rowid, which hands out the numbers of deleted
      // rows again.
      case BIGINT -> "bigint";
      case REAL, DOUBLE -> "real";
      case BYTES -> "blob";
      // Numeric affinity would round it to a double.
      case DECIMAL -> "text";
      case KEY, TEXT, UUID, INSTANT, TIMESTAMP, OFFSET_TIMESTAMP, DATE, TIME, JSON, ARRAY -> "text";
    };
  }

  // AUTOINCREMENT, so that a dead letter's id is never drawn a second time.
  @Override
  public String generatedId(ValueKind kind) {
    if (kind.isWhole()) {
      return "integer primary key autoincrement";
    }
    return "text not null primary key default (lower(hex(randomblob(4)) || '-' || hex(randomblob(2))"
        + " || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2)"
        + " || '-' || hex(randomblob(6))))";
  }

  @Override
  public String now(ValueKind kind) {
    return "(strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))";
  }

  // ADD COLUMN takes constants only once the table has rows: the past, so that these rows are due.
  @Override
  public String nowForOldRows(ValueKind kind) {
    return "'1970-01-01T00:00:00.000+00:00'";
  }
}
