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
 */
public record TableInfo(TableName table, List<ColumnInfo> columns, List<IndexInfo> indexes) {
  /** Copies the lists. */
  public TableInfo {
    columns = List.copyOf(columns);
    indexes = List.copyOf(indexes);
  }

  /**
   * The column of that name, if the table has it; {@code anyCase} where the database compares
   * column names so.
   */
  public Optional<ColumnInfo> column(String name, boolean anyCase) {
    return columns.stream()
        .filter(
            column -> anyCase ? column.name().equalsIgnoreCase(name) : column.name().equals(name))
        .findFirst();
  }
}
