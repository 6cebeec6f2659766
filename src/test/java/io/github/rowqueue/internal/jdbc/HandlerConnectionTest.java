package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  @DisplayName("SPEC 8: what was published behind a savepoint that was rolled back to wakes nobody")
  void what_was_published_behind_a_savepoint_rolled_back_to_wakes_nobody() throws SQLException {
    List<String> woken = new ArrayList<>();
    try (Connection lent = connect()) {
      execute(lent, "begin");
      HandlerConnection handler = new HandlerConnection(lent, "a row", true);
      Connection guard = handler.guard();
      HandlerConnection.afterCommit(guard, () -> woken.add("before"));
      Savepoint released = guard.setSavepoint();
      HandlerConnection.afterCommit(guard, () -> woken.add("released"));
      Savepoint undone = guard.setSavepoint();
      HandlerConnection.afterCommit(guard, () -> woken.add("undone"));
      guard.rollback(undone);
      guard.releaseSavepoint(released);
      HandlerConnection.afterCommit(guard, () -> woken.add("after"));
      handler.afterCommit().forEach(Runnable::run);
      execute(lent, "rollback");
    }
    assertThat(woken).containsExactly("before", "released", "after");
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
