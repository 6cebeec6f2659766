package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tables as the driver's metadata describes them: H2, and databases of an own dialect. */
final class MetaDataCatalog {

  private MetaDataCatalog() {}

  static Optional<TableInfo> read(Connection connection, TableName table) throws SQLException {
    String schema = table.schema().isEmpty() ? connection.getSchema() : table.schema();
    List<ColumnInfo> columns = columns(connection, schema, table.name());
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TableInfo(
                table,
                columns,
                indexes(connection, schema, table.name()),
                !connection.getMetaData().supportsMixedCaseQuotedIdentifiers(),
                false));
  }

  static List<ColumnInfo> columns(Connection connection, @Nullable String schema, String table)
      throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String escape = Objects.requireNonNullElse(metaData.getSearchStringEscape(), "");
    List<ColumnInfo> columns = new ArrayList<>();
    try (ResultSet rows =
        metaData.getColumns(
            connection.getCatalog(), escaped(schema, escape), escaped(table, escape), null)) {
      while (rows.next()) {
        // Asked again, since a driver may have no escape, or none that works.
        if (table.equals(rows.getString("TABLE_NAME"))
            && (schema == null || schema.equals(rows.getString("TABLE_SCHEM")))) {
          columns.add(column(rows));
        }
      }
    }
    return columns;
  }

  private static ColumnInfo column(ResultSet rows) throws SQLException {
    String typeName = rows.getString("TYPE_NAME");
    int jdbcType = bindingType(typeName, rows.getInt("DATA_TYPE"));
    TypeFamily family = TypeFamily.of(jdbcType, typeName);
    int digits = rows.getInt("DECIMAL_DIGITS");
    boolean filled =
        "YES".equals(rows.getString("IS_AUTOINCREMENT"))
            || "YES".equals(rows.getString("IS_GENERATEDCOLUMN"));
    return new ColumnInfo(
        rows.getString("COLUMN_NAME"),
        jdbcType,
        typeName,
        family,
        times(family, jdbcType, typeName),
        rows.getInt("COLUMN_SIZE"),
        family == TypeFamily.TIMESTAMP ? Math.max(0, Math.min(6, digits)) : digits,
        rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
        rows.getString("COLUMN_DEF"),
        filled,
        null,
        false);
  }

  /** H2 parses bytes that are bound to a JSON column and quotes a text; its enums are texts. */
  private static int bindingType(String typeName, int jdbcType) {
    if (typeName.equals("JSON")) {
      return Types.VARBINARY;
    }
    return typeName.startsWith("ENUM") ? Types.VARCHAR : jdbcType;
  }

  private static @Nullable TimeStorage times(TypeFamily family, int jdbcType, String typeName) {
    if (family == TypeFamily.TIMESTAMP) {
      boolean offset =
          jdbcType == Types.TIMESTAMP_WITH_TIMEZONE
              || typeName.toLowerCase(Locale.ROOT).equals("timestamptz");
      return offset ? TimeStorage.OFFSET : TimeStorage.LOCAL;
    }
    return jdbcType == Types.BIGINT ? TimeStorage.MILLIS : null;
  }

  private static List<IndexInfo> indexes(
      Connection connection, @Nullable String schema, String table) throws SQLException {
    Map<String, IndexDraft> indexes = new LinkedHashMap<>();
    try (ResultSet rows =
        connection
            .getMetaData()
            .getIndexInfo(connection.getCatalog(), schema, table, false, true)) {
      while (rows.next()) {
        String name = rows.getString("INDEX_NAME");
        if (name != null) {
          IndexDraft index = indexes.computeIfAbsent(name, IndexDraft::new);
          index.unique = !rows.getBoolean("NON_UNIQUE");
          index.predicate = rows.getString("FILTER_CONDITION");
          index.add(rows.getString("COLUMN_NAME"), !"D".equals(rows.getString("ASC_OR_DESC")));
        }
      }
    }
    return indexes.values().stream().map(IndexDraft::toInfo).toList();
  }

  private static @Nullable String escaped(@Nullable String name, String escape) {
    return name == null || escape.isEmpty()
        ? name
        : name.replace(escape, escape + escape)
            .replace("_", escape + "_")
            .replace("%", escape + "%");
  }
}
