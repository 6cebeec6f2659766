package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a SQLite column holds: its declared type says nothing about that, and times of another
 * format compare wrongly instead of failing.
 */
public final class SqliteTimes {

  private SqliteTimes() {}

  /** How SQLite writes its journal, such as {@code wal}. */
  public static String journalMode(Connection connection) throws SQLException {
    List<Object> mode = values(connection, "pragma journal_mode");
    return mode.isEmpty() ? "" : mode.get(0).toString();
  }

  /**
   * What the default of {@code column} yields now; null for no default, or one that yields null.
   * The expression is the table's own, which SQLite allows neither columns nor queries in.
   */
  public static @Nullable Object defaultOf(Connection connection, ColumnInfo column)
      throws SQLException {
    if (column.defaultValue() == null) {
      return null;
    }
    List<Object> value = values(connection, "select (%s)".formatted(column.defaultValue()));
    return value.isEmpty() ? null : value.get(0);
  }

  /** Up to 20 values of the column, nulls left out. */
  public static List<Object> sample(
      Connection connection, TableName table, String column, UnaryOperator<String> quote)
      throws SQLException {
    String prefix = table.schema().isEmpty() ? "" : quote.apply(table.schema()) + ".";
    return values(
        connection,
        "select %s from %s%s where %1$s is not null limit 20"
            .formatted(quote.apply(column), prefix, quote.apply(table.name())));
  }

  private static List<Object> values(Connection connection, String sql) throws SQLException {
    List<Object> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        Object value = rows.getObject(1);
        if (value != null) {
          values.add(value);
        }
      }
    }
    return values;
  }
}
