package io.github.rowqueue.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * SQLite and H2 databases, which need no server. SQLite gets a file, since that is what services
 * use, in WAL mode, which the kit sets because Rowqueue itself never changes the journal mode.
 */
final class InProcessDatabases {
  private InProcessDatabases() {}

  static TestDatabase sqlite(String name, Map<String, String> options) throws Exception {
    Path folder = Files.createTempDirectory("rowqueue-sqlite-");
    Path file = folder.resolve(name + ".db");
    String url = "jdbc:sqlite:" + file + options(options, "?", "&");
    DriverDataSource dataSource = new DriverDataSource(url, "", "");
    String version;
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      version = oneText(statement, "SELECT sqlite_version()");
    } catch (SQLException e) {
      FileTrees.delete(folder);
      throw e;
    }
    return new OpenedDatabase(
        origin(DatabaseKind.SQLITE, version), dataSource, () -> FileTrees.delete(folder));
  }

  static TestDatabase h2(String name, Map<String, String> options) throws SQLException {
    String url = "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1" + options(options, ";", ";");
    DriverDataSource dataSource = new DriverDataSource(url, "sa", "");
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      String version = oneText(statement, "SELECT H2VERSION()");
      return new OpenedDatabase(
          origin(DatabaseKind.H2, version), dataSource, () -> shutDown(dataSource));
    }
  }

  private static void shutDown(DriverDataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
  }

  private static OpenedDatabase.Origin origin(DatabaseKind kind, String version) {
    return new OpenedDatabase.Origin(kind, version, "in-process", OptionalLong.empty());
  }

  private static String options(Map<String, String> options, String first, String separator) {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining(separator, options.isEmpty() ? "" : first, ""));
  }

  static String oneText(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
