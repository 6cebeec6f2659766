package io.github.rowqueue.internal.jdbc;

import io.github.rowqueue.table.TableName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads how the database describes a table. It only reads; names are bound or compared, never
 * concatenated into SQL, and names with {@code _} and {@code %} mean themselves.
 */
public final class DatabaseProbe {

  private DatabaseProbe() {}

  /**
   * The table as the database describes it; empty if there is none of that name.
   *
   * @param connection on the database, in autocommit mode; left as it was
   * @throws SQLException if the catalog cannot be read
   */
  public static Optional<TableInfo> read(Connection connection, TableName table)
      throws SQLException {
    return switch (product(connection)) {
      case "postgresql" -> PostgresCatalog.read(connection, table);
      case "mysql", "mariadb" -> MySqlCatalog.read(connection, table);
      case "sqlite" -> SqliteCatalog.read(connection, table);
      default -> MetaDataCatalog.read(connection, table);
    };
  }

  /**
   * A table whose name differs from {@code table} in case alone, in the same schema: unquoted names
   * are folded when they are created, and Rowqueue quotes all names.
   */
  public static Optional<String> otherCase(Connection connection, TableName table)
      throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String schema = table.schema().isEmpty() ? connection.getSchema() : table.schema();
    try (ResultSet rows = metaData.getTables(connection.getCatalog(), null, "%", null)) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME");
        if (name.equalsIgnoreCase(table.name())
            && !name.equals(table.name())
            && (schema == null || Objects.equals(rows.getString("TABLE_SCHEM"), schema))) {
          return Optional.of(name);
        }
      }
      return Optional.empty();
    }
  }

  /** Whether both are names of one table: the default schema may be named or not. */
  public static boolean isSame(Connection connection, TableName one, TableName other)
      throws SQLException {
    return one.equals(other) || resolved(connection, one).equals(resolved(connection, other));
  }

  /** {@code table} with the schema it is found in; as it is, if there is no such table. */
  static TableName resolved(Connection connection, TableName table) throws SQLException {
    return switch (product(connection)) {
      case "postgresql" -> PostgresCatalog.resolved(connection, table);
      case "mysql", "mariadb" -> MySqlCatalog.resolved(connection, table);
      case "sqlite" -> SqliteCatalog.resolved(table);
      default ->
          table.schema().isEmpty()
              ? new TableName(Objects.requireNonNullElse(connection.getSchema(), ""), table.name())
              : table;
    };
  }

  static String product(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
  }
}
