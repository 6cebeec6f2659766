package io.github.rowqueue.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Has MySQL or MariaDB read a statement. Their drivers prepare in the client unless told otherwise,
 * and would find a misspelt column only when it runs.
 */
final class ServerPrepare {

  private ServerPrepare() {}

  static void check(Connection connection, String sql) throws SQLException {
    try (PreparedStatement set = connection.prepareStatement("set @rowqueue_sql = ?")) {
      set.setString(1, sql);
      set.execute();
    }
    try (Statement plain = connection.createStatement()) {
      plain.execute("prepare rowqueue_check from @rowqueue_sql");
      plain.execute("deallocate prepare rowqueue_check");
      plain.execute("set @rowqueue_sql = null");
    }
  }
}
