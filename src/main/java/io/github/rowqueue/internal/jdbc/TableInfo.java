package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A table as the database describes it.
 *
 * @param table the name it was asked for
 * @param columns its columns in their order
 * @param indexes its indexes, the primary key among them
 * @param anyCase whether the database compares column names in any case
 * @param reusesIds whether a new row may get the id of a deleted one: a SQLite rowid without
 *     AUTOINCREMENT
 */
public record TableInfo(
    TableName table,
    List<ColumnInfo> columns,
    List<IndexInfo> indexes,
    boolean anyCase,
    boolean reusesIds) {
  /** Copies the lists. */
  public TableInfo {
    columns = List.copyOf(columns);
    indexes = List.copyOf(indexes);
  }

  /** The column of that name, if the table has it. */
  public Optional<ColumnInfo> column(String name) {
    return columns.stream().filter(column -> same(column.name(), name)).findFirst();
  }

  /** Whether the database takes both for the name of one column. */
  public boolean same(String one, String other) {
    return anyCase ? one.equalsIgnoreCase(other) : one.equals(other);
  }
}
