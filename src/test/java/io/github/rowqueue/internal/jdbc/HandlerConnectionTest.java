package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a handler may leave behind on the connection it was lent. */
class HandlerConnectionTest {

  @TempDir Path directory;

  @Test
  @DisplayName("SPEC 7: results of metadata that were left open are closed, and hold no lock")
  void results_of_metadata_left_open_are_closed() throws SQLException {
    try (Connection lent = connect();
        Connection other = connect()) {
      execute(lent, "create table one (id integer)");
      execute(lent, "create table two (id integer)");
      HandlerConnection handler = new HandlerConnection(lent, "a row", true);
      ResultSet tables = handler.guard().getMetaData().getTables(null, null, "%", null);
      assertThat(tables.next()).isTrue();
      assertThat(handler.takeBack("it is over", () -> {})).isTrue();
      handler.closeStatements();
      execute(other, "insert into one values (1)"); // SQLITE_BUSY if it is still read there
      assertThat(tables.isClosed()).isTrue();
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:sqlite:" + directory.resolve("file.db") + "?busy_timeout=0");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
