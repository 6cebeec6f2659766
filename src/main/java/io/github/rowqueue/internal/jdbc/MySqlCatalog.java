package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tables as MySQL and MariaDB describe them. Read from the information schema and not through the
 * drivers, whose options change what their metadata says (tinyInt1isBit, databaseTerm and others).
 * All columns of its views are asked for, since the two servers have different ones.
 */
final class MySqlCatalog {

  private static final String COLUMNS =
      """
      select * from information_schema.columns
       where table_schema = coalesce(nullif(?, ''), database()) and table_name = ?
       order by ordinal_position
      """;

  private static final String INDEXES =
      """
      select * from information_schema.statistics
       where table_schema = coalesce(nullif(?, ''), database()) and table_name = ?
       order by index_name, seq_in_index
      """;

  private MySqlCatalog() {}

  static TableName resolved(Connection connection, TableName table) throws SQLException {
    if (!table.schema().isEmpty()) {
      return table;
    }
    try (PreparedStatement statement =
            connection.prepareStatement("select coalesce(database(), '')");
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return new TableName(rows.getString(1), table.name());
    }
  }

  static Optional<TableInfo> read(Connection connection, TableName table) throws SQLException {
    List<ColumnInfo> columns = new ArrayList<>();
    Map<String, IndexDraft> indexes = new LinkedHashMap<>();
    each(connection, COLUMNS, table, rows -> columns.add(column(rows)));
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    each(connection, INDEXES, table, rows -> key(rows, indexes));
    IndexDraft primary = indexes.get("PRIMARY");
    if (primary != null) {
      List<String> key = primary.toInfo().columns();
      indexes.values().forEach(index -> index.append(key));
    }
    List<IndexInfo> infos = indexes.values().stream().map(IndexDraft::toInfo).toList();
    return Optional.of(new TableInfo(table, columns, infos, true, false));
  }

  private static ColumnInfo column(ResultSet rows) throws SQLException {
    MySqlType type = MySqlType.named(rows.getString("DATA_TYPE"));
    String extra = rows.getString("EXTRA").toLowerCase(Locale.ROOT);
    String expression = rows.getString("GENERATION_EXPRESSION");
    return new ColumnInfo(
        rows.getString("COLUMN_NAME"),
        type.jdbcType(),
        rows.getString("COLUMN_TYPE"),
        type.family(rows.getLong("NUMERIC_PRECISION")),
        type.times(),
        size(rows, type),
        rows.getInt(
            type.family(0) == TypeFamily.TIMESTAMP ? "DATETIME_PRECISION" : "NUMERIC_SCALE"),
        "YES".equals(rows.getString("IS_NULLABLE")),
        defaultValue(rows.getString("COLUMN_DEFAULT")),
        extra.contains("auto_increment") || (expression != null && !expression.isEmpty()),
        rows.getString("COLLATION_NAME"),
        extra.contains("on update"));
  }

  /** The longest text that surely fits: a TEXT type counts bytes, of which a character takes 4. */
  private static int size(ResultSet rows, MySqlType type) throws SQLException {
    long characters = rows.getLong("CHARACTER_MAXIMUM_LENGTH");
    if (characters == 0) {
      return (int) rows.getLong("NUMERIC_PRECISION");
    }
    return (int) Math.min(Integer.MAX_VALUE, type.countsBytes() ? characters / 4 : characters);
  }

  /** MariaDB says NULL as a word for a column that has no default. */
  private static @Nullable String defaultValue(@Nullable String text) {
    return text == null || text.equalsIgnoreCase("NULL") ? null : text;
  }

  private static void key(ResultSet rows, Map<String, IndexDraft> indexes) throws SQLException {
    IndexDraft index = indexes.computeIfAbsent(rows.getString("INDEX_NAME"), IndexDraft::new);
    index.unique = !rows.getBoolean("NON_UNIQUE");
    boolean hidden =
        "NO".equals(optional(rows, "IS_VISIBLE")) || "YES".equals(optional(rows, "IGNORED"));
    boolean ascending = "A".equals(rows.getString("COLLATION"));
    boolean whole = rows.getString("SUB_PART") == null;
    index.add(
        whole ? rows.getString("COLUMN_NAME") : null,
        ascending && !hidden && "BTREE".equals(rows.getString("INDEX_TYPE")));
  }

  private static @Nullable String optional(ResultSet rows, String label) throws SQLException {
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      if (rows.getMetaData().getColumnLabel(i).equalsIgnoreCase(label)) {
        return rows.getString(i);
      }
    }
    return null;
  }

  private static void each(Connection connection, String sql, TableName table, Row action)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table.schema());
      statement.setString(2, table.name());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          action.read(rows);
        }
      }
    }
  }

  @FunctionalInterface
  private interface Row {
    void read(ResultSet rows) throws SQLException;
  }
}
