package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes bindings out of a description and the table the database has. */
public final class TableBindings {

  private static final Set<Class<?>> TIMES =
      Set.of(Instant.class, OffsetDateTime.class, LocalDateTime.class);

  private TableBindings() {}

  /**
   * Binds {@code spec} to {@code info}; empty if the table lacks a column, or a column cannot keep
   * the instants the description reads there.
   */
  public static Optional<TableBinding> bind(TableSpec spec, TableInfo info) {
    List<ColumnBinding> columns = new ArrayList<>();
    for (ColumnSpec column : spec.columns()) {
      Optional<ColumnInfo> found = info.column(column.name());
      if (found.isEmpty() || (holdsTime(column) && found.get().times().isEmpty())) {
        return Optional.empty();
      }
      columns.add(bind(column, found.get()));
    }
    return Optional.of(new TableBinding(spec, columns));
  }

  /** Whether {@code column} is read as a moment. */
  public static boolean holdsTime(ColumnSpec column) {
    return TIMES.contains(column.type()) && !column.json();
  }

  static ColumnBinding bind(ColumnSpec column, ColumnInfo info) {
    return new ColumnBinding(column, info, holdsTime(column) ? info.times() : Optional.empty());
  }
}
