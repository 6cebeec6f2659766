package io.github.rowqueue.internal.publish;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.error.PublishException;
import io.github.rowqueue.internal.jdbc.IndexInfo;
import io.github.rowqueue.internal.jdbc.TableInfo;
import io.github.rowqueue.table.ColumnSpec;
import io.github.rowqueue.table.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Columns of which a unique index admits each combination of values once, so that they tell whether
 * a row is there already.
 *
 * @param spec the description
 * @param columns the columns
 * @param indexes the names of the unique indexes over exactly these
 */
record UniqueKey(TableSpec spec, List<ColumnSpec> columns, List<String> indexes) {

  /**
   * The key of the columns or components {@code names}.
   *
   * @throws PublishException if one is unknown, or no unique index lies over exactly them; with the
   *     DDL
   */
  static UniqueKey of(TableSpec spec, TableInfo info, Dialect dialect, List<String> names) {
    List<ColumnSpec> columns = names.stream().map(name -> column(spec, name)).toList();
    List<String> indexes =
        info.indexes().stream()
            .filter(index -> index.unique() && index.immediate() && index.predicate() == null)
            .filter(index -> isOver(index, info, columns))
            .map(IndexInfo::name)
            .toList();
    if (indexes.isEmpty()) {
      throw new PublishException(
          "%s: no unique index lies over exactly %s, so that nothing keeps two publishers from writing the row twice: create it and get the publisher anew\n%s;"
              .formatted(where(spec), list(columns), ddl(spec, dialect, columns)),
          null);
    }
    return new UniqueKey(spec, columns, indexes);
  }

  /** Refuses a row that is no duplicate whatever there is: the database compares no nulls. */
  void require(NewRow row) {
    for (ColumnSpec column : columns) {
      int place = spec.columns().indexOf(column);
      if (!row.written().get(place)) {
        throw new PublishException(
            "%s: column %s tells whether the row is there already, but is left to the database, nothing is published: set it by an option, or describe it without @Generated"
                .formatted(where(spec), column.name()),
            null);
      }
      if (row.values().get(place) == null) {
        throw new PublishException(
            "%s: column %s tells whether the row is there already, but is null, and no null equals another, nothing is published: set it"
                .formatted(where(spec), column.name()),
            null);
      }
    }
  }

  private static boolean isOver(IndexInfo index, TableInfo info, List<ColumnSpec> columns) {
    return index.columns().size() == columns.size()
        && columns.stream()
            .allMatch(
                column ->
                    index.columns().stream().anyMatch(name -> info.same(name, column.name())));
  }

  private static ColumnSpec column(TableSpec spec, String name) {
    String snake = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    for (String candidate : List.of(name, snake)) {
      for (ColumnSpec column : spec.columns()) {
        if (column.name().equals(candidate)) {
          return column;
        }
      }
    }
    throw new PublishException(
        "%s: %s is no column of the description, only %s: name one, or the component it comes from"
            .formatted(where(spec), name, list(spec.columns())),
        null);
  }

  private static String ddl(TableSpec spec, Dialect dialect, List<ColumnSpec> columns) {
    List<String> parts = new ArrayList<>(List.of(spec.table().name()));
    columns.forEach(column -> parts.add(column.name()));
    String schema = spec.table().schema();
    return "create unique index %s on %s%s (%s)"
        .formatted(
            dialect.quote(String.join("_", parts)),
            schema.isEmpty() ? "" : dialect.quote(schema) + ".",
            dialect.quote(spec.table().name()),
            columns.stream()
                .map(column -> dialect.quote(column.name()))
                .collect(Collectors.joining(", ")));
  }

  private static String list(List<ColumnSpec> columns) {
    return columns.stream().map(ColumnSpec::name).collect(Collectors.joining(", "));
  }

  private static String where(TableSpec spec) {
    return "table %s (%s)".formatted(spec.table(), spec.describedBy());
  }
}
