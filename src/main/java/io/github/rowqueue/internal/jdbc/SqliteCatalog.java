package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tables as SQLite describes them: its pragmas as table-valued functions, which bind names. */
final class SqliteCatalog {

  private static final String COLUMNS =
      "select name, type, \"notnull\", dflt_value, pk, hidden from pragma_table_xinfo(?, ?) order by cid";
  private static final String SCHEMAS =
      "select 1 from pragma_database_list where name = ? collate nocase";
  private static final String INDEXES =
      "select name, \"unique\", origin, partial from pragma_index_list(?, ?) order by name";
  private static final String KEYS =
      "select name, \"desc\" from pragma_index_xinfo(?, ?) where key = 1 order by seqno";

  private SqliteCatalog() {}

  /** SQLite takes names of any case for one. */
  static TableName resolved(TableName table) {
    String schema = table.schema().isEmpty() ? "main" : table.schema();
    return new TableName(schema.toLowerCase(Locale.ROOT), table.name().toLowerCase(Locale.ROOT));
  }

  static Optional<TableInfo> read(Connection connection, TableName table) throws SQLException {
    String schema = table.schema().isEmpty() ? "main" : table.schema();
    if (!exists(connection, schema)) {
      return Optional.empty();
    }
    List<SqliteColumn> columns = columns(connection, schema, table.name());
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    List<String> key = SqliteColumn.primaryKey(columns);
    List<IndexDraft> indexes = new ArrayList<>();
    boolean keyIsIndexed = indexes(connection, schema, table.name(), indexes);
    boolean rowId = !key.isEmpty() && !keyIsIndexed;
    if (rowId) {
      IndexDraft primary = new IndexDraft("PRIMARY KEY");
      primary.unique = true;
      key.forEach(column -> primary.add(column, true));
      indexes.forEach(index -> index.append(key));
      indexes.add(0, primary);
    }
    return Optional.of(
        new TableInfo(
            table,
            columns.stream().map(column -> column.toInfo(rowId)).toList(),
            indexes.stream().map(IndexDraft::toInfo).toList(),
            true,
            rowId && !SqliteText.has(source(connection, schema, table.name()), "AUTOINCREMENT")));
  }

  private static boolean exists(Connection connection, String schema) throws SQLException {
    try (PreparedStatement statement = prepared(connection, SCHEMAS, schema, null);
        ResultSet rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  private static List<SqliteColumn> columns(Connection connection, String schema, String table)
      throws SQLException {
    List<SqliteColumn> columns = new ArrayList<>();
    try (PreparedStatement statement = prepared(connection, COLUMNS, table, schema);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        columns.add(
            new SqliteColumn(
                rows.getString(1),
                rows.getString(2),
                rows.getBoolean(3),
                rows.getString(4),
                rows.getInt(5),
                rows.getInt(6) > 1,
                null));
      }
    }
    List<SqliteColumn> collated = new ArrayList<>();
    for (SqliteColumn column : columns) {
      boolean folds = foldsCase(connection, schema, table, column.name());
      collated.add(folds ? column.collated("NOCASE") : column);
    }
    return collated;
  }

  /** No pragma tells the collation of a column, but a union compares by that of its first part. */
  private static boolean foldsCase(
      Connection connection, String schema, String table, String column) throws SQLException {
    String sql =
        "select count(*) from (select %s from %s.%s where 0 union select 'a' union select 'A')"
            .formatted(
                SqliteText.quoted(column), SqliteText.quoted(schema), SqliteText.quoted(table));
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() && rows.getInt(1) == 1;
    }
  }

  /** Gathers the indexes; says whether the primary key is one of them, and not the rowid. */
  private static boolean indexes(
      Connection connection, String schema, String table, List<IndexDraft> indexes)
      throws SQLException {
    boolean keyIsIndexed = false;
    try (PreparedStatement statement = prepared(connection, INDEXES, table, schema);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        IndexDraft index = new IndexDraft(rows.getString(1));
        index.unique = rows.getBoolean(2);
        keyIsIndexed |= rows.getString(3).equals("pk");
        if (rows.getBoolean(4)) {
          index.predicate = SqliteText.condition(source(connection, schema, rows.getString(1)));
        }
        keys(connection, schema, rows.getString(1), index);
        indexes.add(index);
      }
    }
    return keyIsIndexed;
  }

  private static void keys(Connection connection, String schema, String name, IndexDraft index)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, KEYS, name, schema);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        index.add(rows.getString(1), !rows.getBoolean(2));
      }
    }
  }

  /** The CREATE statement of a table or index; empty for one SQLite made itself. */
  private static String source(Connection connection, String schema, String name)
      throws SQLException {
    String sql =
        "select sql from %s.sqlite_master where name = ? collate nocase"
            .formatted(SqliteText.quoted(schema));
    try (PreparedStatement statement = prepared(connection, sql, name, null);
        ResultSet rows = statement.executeQuery()) {
      String text = rows.next() ? rows.getString(1) : null;
      return text == null ? "" : text;
    }
  }

  private static PreparedStatement prepared(
      Connection connection, String sql, String first, @Nullable String second)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setString(1, first);
    if (second != null) {
      statement.setString(2, second);
    }
    return statement;
  }
}
