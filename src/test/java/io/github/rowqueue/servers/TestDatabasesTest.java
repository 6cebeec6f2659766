package io.github.rowqueue.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The {@link TestDatabaseContract} on each kind. A class per kind, since {@link OnDatabase} counts
 * by class and the report of this very run should show all five.
 */
class TestDatabasesTest {

  @Nested
  @OnDatabase(DatabaseKind.POSTGRESQL)
  class OnPostgres extends ServerContract {
    OnPostgres() {
      super(DatabaseKind.POSTGRESQL);
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.MYSQL)
  class OnMySql extends ServerContract {
    OnMySql() {
      super(DatabaseKind.MYSQL);
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.MARIADB)
  class OnMariaDb extends ServerContract {
    OnMariaDb() {
      super(DatabaseKind.MARIADB);
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.SQLITE)
  class OnSqlite extends TestDatabaseContract {
    OnSqlite() {
      super(DatabaseKind.SQLITE);
    }

    @Test
    void sqlite_writes_ahead_and_the_drivers_patience_is_untouched() throws SQLException {
      assertThat(texts(database(), "PRAGMA journal_mode")).containsExactly("wal");
      assertThat(texts(database(), "PRAGMA busy_timeout")).containsExactly("3000");
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.H2)
  class OnH2 extends RowLockContract {
    OnH2() {
      super(DatabaseKind.H2);
    }
  }
}
