package io.github.rowqueue.servers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A running server that makes and drops databases. It knows nothing of how the server was started,
 * so one from an environment variable, Docker or Maven behaves the same in tests.
 */
final class DatabaseServer {

  /** How to reach a server with the right to create databases. */
  record Address(JdbcUrl url, String username, String password) {}

  private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+)*");

  private final Address address;
  private final OpenedDatabase.Origin origin;

  private DatabaseServer(Address address, OpenedDatabase.Origin origin) {
    this.address = address;
    this.origin = origin;
  }

  /** Connects once, to learn the version and to find a wrong address here and not in a test. */
  static DatabaseServer connect(DatabaseKind kind, Address address, String source, OptionalLong pid)
      throws SQLException {
    try (Connection connection = admin(address).getConnection();
        Statement statement = connection.createStatement()) {
      String query = kind == DatabaseKind.POSTGRESQL ? "SHOW server_version" : "SELECT VERSION()";
      Matcher version = NUMBERS.matcher(InProcessDatabases.oneText(statement, query));
      String numbers = version.find() ? version.group() : "unknown";
      String named = source.endsWith(":") ? source + numbers : source;
      return new DatabaseServer(address, new OpenedDatabase.Origin(kind, numbers, named, pid));
    }
  }

  boolean isAlive() {
    return origin.pid().isEmpty() || ServerProcesses.isRunning(origin.pid().getAsLong());
  }

  TestDatabase create(String name, Map<String, String> options) throws SQLException {
    try (Connection connection = admin(address).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(isPostgres() ? postgresCreate(name) : mySqlCreate(name));
    }
    String url = address.url().withDatabase(name).withOptions(options).text();
    DriverDataSource dataSource =
        new DriverDataSource(
            url,
            address.username(),
            address.password(),
            ServerOptions.afterConnecting(origin.kind()));
    return new OpenedDatabase(origin, dataSource, () -> drop(name));
  }

  private static String postgresCreate(String name) {
    return "CREATE DATABASE " + name + " TEMPLATE template0";
  }

  private static String mySqlCreate(String name) {
    return "CREATE DATABASE " + name + " CHARACTER SET utf8mb4";
  }

  /** A killed server took its databases with it, so there is nothing left to drop. */
  private void drop(String name) throws SQLException {
    if (!isAlive()) {
      return;
    }
    try (Connection connection = admin(address).getConnection();
        Statement statement = connection.createStatement()) {
      if (isPostgres()) {
        statement.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
      } else {
        killSessions(statement, name);
        statement.execute("DROP DATABASE IF EXISTS " + name);
      }
    }
  }

  /** DROP DATABASE would wait for the metadata locks of a transaction that a test left open. */
  private static void killSessions(Statement statement, String name) throws SQLException {
    List<Long> sessions = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT id FROM information_schema.processlist WHERE db = '" + name + "'")) {
      while (rows.next()) {
        sessions.add(rows.getLong(1));
      }
    }
    for (long session : sessions) {
      try {
        statement.execute("KILL " + session);
      } catch (SQLException e) {
        if (e.getErrorCode() != 1094) { // unknown thread id: it ended by itself meanwhile
          throw e;
        }
      }
    }
  }

  private boolean isPostgres() {
    return origin.kind() == DatabaseKind.POSTGRESQL;
  }

  private static DriverDataSource admin(Address address) {
    return new DriverDataSource(address.url().text(), address.username(), address.password());
  }
}
