package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;

/** Which columns of a description a fetch of the service's own answers for, and which the table. */
public final class OwnColumns {

  private OwnColumns() {}

  /**
   * Whether {@code column} is the queue's: it plays a role other than the payload's, or is a
   * header.
   */
  public static boolean isQueues(ColumnSpec column) {
    return column.header() || column.role().filter(role -> role != Role.PAYLOAD).isPresent();
  }

  /** Whether the lock key names {@code column}. */
  private static boolean isKey(TableSpec spec, ColumnSpec column) {
    return spec.lockKeyParts().stream()
        .anyMatch(part -> part.column() && part.text().equals(column.name()));
  }

  /** Whether {@code column} holds headers. */
  static boolean isHeaders(ColumnSpec column) {
    return column.header() || column.plays(Role.HEADERS);
  }

  /** The columns the queue itself works with. */
  public static TableSpec queues(TableSpec spec) {
    return spec.keeping(column -> isQueues(column) || isKey(spec, column));
  }

  /** The columns the queue itself works with, and what else the table has. */
  public static TableSpec stored(TableSpec spec, TableInfo info) {
    return spec.keeping(column -> isQueues(column) || info.column(column.name()).isPresent());
  }
}
