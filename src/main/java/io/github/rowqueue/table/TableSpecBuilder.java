package io.github.rowqueue.table;

import java.util.ArrayList;
import java.util.List;

/**
 * PLACEHOLDER: the table helper completes this file. Describes a table by hand. Not thread-safe.
 */
public final class TableSpecBuilder {
  private final String describedBy;
  private String name = "";
  private String schema = "";
  private final List<ColumnSpec> columns = new ArrayList<>();

  TableSpecBuilder(String describedBy) {
    this.describedBy = describedBy;
  }

  TableSpecBuilder name(String name) {
    this.name = name;
    return this;
  }

  TableName table() {
    return new TableName(schema, name);
  }

  String describedBy() {
    return describedBy;
  }

  String lockKey() {
    return "";
  }

  QueueClock clock() {
    return QueueClock.HOST;
  }

  boolean fifoGroups() {
    return false;
  }

  boolean fifoKeys() {
    return false;
  }

  /** Adds a column. */
  public TableSpecBuilder add(ColumnSpec column) {
    columns.add(column);
    return this;
  }

  /** Builds. */
  public TableSpec build() {
    return new TableSpec(this, columns);
  }
}
