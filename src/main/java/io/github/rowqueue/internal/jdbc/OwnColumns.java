package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;

/** Which columns of a description a fetch of the service's own answers for, and which the table. */
public final class OwnColumns {

  private OwnColumns() {}

  /** Whether the queue itself works with {@code column}: a role other than payload and headers. */
  public static boolean isQueues(ColumnSpec column) {
    return column.role().filter(role -> role != Role.PAYLOAD && role != Role.HEADERS).isPresent();
  }

  /** The columns the queue itself works with. */
  public static TableSpec queues(TableSpec spec) {
    return spec.keeping(OwnColumns::isQueues);
  }

  /** The columns the queue itself works with, and what else the table has. */
  public static TableSpec stored(TableSpec spec, TableInfo info) {
    return spec.keeping(column -> isQueues(column) || info.column(column.name()).isPresent());
  }
}
