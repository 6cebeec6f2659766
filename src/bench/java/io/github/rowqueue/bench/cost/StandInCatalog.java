package io.github.rowqueue.bench.cost;

import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.h2.tools.SimpleResultSet;
import org.jspecify.annotations.Nullable;

/** What the library asks before it starts: the server, its clock, and the table as it is there. */
final class StandInCatalog {

  private static final String TABLE = "messages";
  private static final int TIMESTAMP_DIGITS = 6;

  private StandInCatalog() {}

  /** Called at the start alone, so that a proxy will do. */
  static DatabaseMetaData metaData() {
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            StandInCatalog.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getDatabaseProductName" -> "PostgreSQL";
                  case "getDatabaseProductVersion" -> "17.5";
                  case "getURL" -> "jdbc:postgresql://stand-in/bench";
                  case "getSearchStringEscape" -> "\\";
                  case "getColumns" -> columns();
                  default ->
                      throw new AbstractMethodError("the stand-in has no " + method.getName());
                });
  }

  /** The answer to a statement that is about no rows. */
  static ResultSet answer(String sql) throws SQLException {
    if (sql.contains("server_version")) {
      return rows(new Object[] {"17.5"}, "version");
    }
    if (sql.contains("clock_timestamp")) {
      return rows(new Object[] {ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())}, "micros");
    }
    if (sql.contains("to_regclass")) {
      return rows(new Object[] {1L, "public", TABLE}, "oid", "nspname", "relname");
    }
    if (sql.contains("pg_index")) {
      return indexes();
    }
    throw new SQLException("the stand-in has no answer to: " + sql);
  }

  private static ResultSet rows(Object[] row, String... names) {
    SimpleResultSet rows = new SimpleResultSet();
    for (String name : names) {
      rows.addColumn(name, Types.OTHER, 0, 0);
    }
    rows.addRow(row);
    return rows;
  }

  private static ResultSet columns() {
    SimpleResultSet rows = new SimpleResultSet();
    for (String name :
        new String[] {
          "TABLE_NAME",
          "TABLE_SCHEM",
          "COLUMN_NAME",
          "TYPE_NAME",
          "DATA_TYPE",
          "COLUMN_SIZE",
          "DECIMAL_DIGITS",
          "NULLABLE",
          "COLUMN_DEF",
          "IS_AUTOINCREMENT",
          "IS_GENERATEDCOLUMN"
        }) {
      rows.addColumn(name, Types.OTHER, 0, 0);
    }
    column(rows, "id", "int8", Types.BIGINT, 0, null, "YES");
    column(rows, "retry_after", "timestamptz", Types.TIMESTAMP, 0, "statement_timestamp()", "NO");
    column(rows, "attempt", "int4", Types.INTEGER, 0, "1", "NO");
    column(rows, "locked_until", "timestamptz", Types.TIMESTAMP, 1, null, "NO");
    column(rows, "payload", "text", Types.VARCHAR, 0, null, "NO");
    return rows;
  }

  private static void column(
      SimpleResultSet rows,
      String name,
      String typeName,
      int type,
      int nullable,
      @Nullable String value,
      String filled) {
    int digits = type == Types.TIMESTAMP ? TIMESTAMP_DIGITS : 0;
    rows.addRow(TABLE, "public", name, typeName, type, 0, digits, nullable, value, filled, "NO");
  }

  private static ResultSet indexes() {
    SimpleResultSet rows = new SimpleResultSet();
    for (String name :
        new String[] {
          "relname", "indisunique", "indimmediate", "predicate", "usable", "attname", "ascending"
        }) {
      rows.addColumn(name, Types.OTHER, 0, 0);
    }
    String fresh = "(locked_until IS NULL)";
    rows.addRow("messages_claim", false, true, fresh, true, "retry_after", true);
    rows.addRow("messages_claim", false, true, fresh, true, "id", true);
    rows.addRow("messages_pkey", true, true, null, true, "id", true);
    rows.addRow(
        "messages_suspect", false, true, "(locked_until IS NOT NULL)", true, "locked_until", true);
    return rows;
  }
}
