package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/**
 * What holds on all kinds but SQLite, which has one writer at a time and no row locks. Claims by
 * row lock rest on exactly this behaviour, so it is proved here without Rowqueue first.
 */
abstract class RowLockContract extends TestDatabaseContract {
  RowLockContract(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void skip_locked_passes_over_a_locked_row() throws SQLException {
    database().execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
    String claim = "SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
    try (Connection first = database().dataSource().getConnection();
        Connection second = database().dataSource().getConnection()) {
      first.setAutoCommit(false);
      second.setAutoCommit(false);

      assertThat(texts(first, claim)).containsExactly("1");
      assertThat(texts(second, claim)).containsExactly("2");

      second.rollback();
      first.rollback();
    }
  }
}
