package io.github.rowqueue.servers;

import org.junit.jupiter.api.Nested;

/**
 * The {@link TestDatabaseContract} on each kind. A class per kind, since {@link OnDatabase} counts
 * by class and the report of this very run should show all five.
 */
class TestDatabasesTest {

  @Nested
  @OnDatabase(DatabaseKind.POSTGRESQL)
  class OnPostgres extends TestDatabaseContract {
    OnPostgres() {
      super(DatabaseKind.POSTGRESQL);
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.MYSQL)
  class OnMySql extends TestDatabaseContract {
    OnMySql() {
      super(DatabaseKind.MYSQL);
    }
  }

  @Nested
  @OnDatabase(DatabaseKind.MARIADB)
  class OnMariaDb extends TestDatabaseContract {
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
  }

  @Nested
  @OnDatabase(DatabaseKind.H2)
  class OnH2 extends TestDatabaseContract {
    OnH2() {
      super(DatabaseKind.H2);
    }
  }
}
