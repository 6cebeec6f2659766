package io.github.rowqueue.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a server is to the locks taken on it.
 *
 * @param cluster what it is a node of, if others beside it may be written to, none of which sees
 *     its locks: {@code a Galera cluster}; empty for a server on its own
 * @param remote whether H2 is reached through a server, and so perhaps by other processes too
 */
public record ServerInfo(String cluster, boolean remote) {

  private static final ServerInfo ALONE = new ServerInfo("", false);

  private static final String MYSQL =
      """
      show global variables where variable_name in
       ('wsrep_on', 'wsrep_provider', 'group_replication_group_name',
        'group_replication_single_primary_mode')
      """;

  private static final String H2 =
      """
      select "server" is not null from
       (select server as "server" from information_schema.sessions
         where session_id = session_id())
      """;

  /** Asks the server behind {@code connection}. */
  public static ServerInfo read(Connection connection) throws SQLException {
    return switch (DatabaseProbe.product(connection)) {
      case "mysql", "mariadb" -> new ServerInfo(cluster(variables(connection)), false);
      case "h2" -> new ServerInfo("", isRemote(connection));
      default -> ALONE;
    };
  }

  /** Names are lower-cased; a server that does not know a variable does not list it. */
  static String cluster(Map<String, String> variables) {
    boolean provider = !variables.getOrDefault("wsrep_provider", "none").matches("(?i)none|");
    if (isOn(variables, "wsrep_on") && provider) {
      return "a Galera cluster";
    }
    boolean member = !variables.getOrDefault("group_replication_group_name", "").isEmpty();
    return member && !isOn(variables, "group_replication_single_primary_mode")
        ? "a replication group of several primaries"
        : "";
  }

  private static boolean isOn(Map<String, String> variables, String name) {
    return variables.getOrDefault(name, "OFF").matches("(?i)on|1");
  }

  private static Map<String, String> variables(Connection connection) throws SQLException {
    Map<String, String> variables = new HashMap<>();
    try (PreparedStatement show = connection.prepareStatement(MYSQL);
        ResultSet rows = show.executeQuery()) {
      while (rows.next()) {
        variables.put(
            rows.getString(1).toLowerCase(Locale.ROOT), String.valueOf(rows.getString(2)));
      }
    }
    return variables;
  }

  private static boolean isRemote(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(H2);
        ResultSet rows = select.executeQuery()) {
      return rows.next() && rows.getBoolean(1);
    }
  }
}
