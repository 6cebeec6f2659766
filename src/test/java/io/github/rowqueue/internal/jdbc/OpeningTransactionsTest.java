package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Statement;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.Isolation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool that resets nothing lends the connection on as Rowqueue leaves it. */
class OpeningTransactionsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int SERVICES_OWN = Connection.TRANSACTION_SERIALIZABLE;

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void level_and_autocommit_come_back_after_a_failed_statement(DatabaseKind kind)
      throws SQLException {
    try (TestDatabase test = TestDatabases.create(kind);
        Connection plain = serviceConnection(test)) {
      Database database = connect(plain);
      try (Session session = database.open("test", TIMEOUT)) {
        session.begin(Isolation.REPEATABLE_READ);
        assertThatThrownBy(() -> session.value(broken(), rows -> rows.getInt(1)))
            .isInstanceOf(StatementException.class);
      }
      assertUntouched(plain);
      plain.commit();
    }
  }

  @ParameterizedTest
  @EnumSource(value = DatabaseKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
  void a_level_is_that_of_one_transaction(DatabaseKind kind) throws SQLException {
    try (TestDatabase test = TestDatabases.create(kind);
        Connection plain = serviceConnection(test)) {
      WatchedConnection watched = new WatchedConnection(plain);
      Database database = connect(watched.proxy());
      try (Session session = database.open("test", TIMEOUT)) {
        session.begin(Isolation.REPEATABLE_READ);
        session.commit();
        session.begin();
        session.commit();
      }
      assertThat(watched.calls())
          .filteredOn(call -> call.contains("Isolation") || call.contains("ISOLATION"))
          .containsExactlyElementsOf(
              kind == DatabaseKind.H2
                  // Of the loan, where the database has no level of one transaction.
                  ? List.of(
                      "setTransactionIsolation " + Connection.TRANSACTION_READ_COMMITTED,
                      "setTransactionIsolation " + Connection.TRANSACTION_REPEATABLE_READ,
                      "setTransactionIsolation " + Connection.TRANSACTION_READ_COMMITTED,
                      "setTransactionIsolation " + SERVICES_OWN)
                  : List.of(
                      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                      "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"));
      assertUntouched(plain);
    }
  }

  @Test
  void a_level_the_server_refuses_leaves_no_transaction_open() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.POSTGRESQL);
        Connection plain = test.dataSource().getConnection()) {
      WatchedConnection watched = new WatchedConnection(plain);
      Database database = connect(watched.proxy());
      watched.refuse("SET TRANSACTION");
      try (Session session = database.open("test", TIMEOUT)) {
        assertThatThrownBy(() -> session.begin(Isolation.SERIALIZABLE))
            .isInstanceOf(StatementException.class)
            .hasMessageContaining("postgresql/begin");
      }
      // What refused it has no state that says the connection is sound, so it is not handed on.
      assertThat(plain.isClosed()).isTrue();
    }
  }

  @Test
  void a_level_that_would_wait_for_the_next_borrower_costs_the_connection() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.MYSQL);
        Connection plain = test.dataSource().getConnection()) {
      WatchedConnection watched = new WatchedConnection(plain);
      Database database = connect(watched.proxy());
      watched.refuse("start transaction");
      try (Session session = database.open("test", TIMEOUT)) {
        assertThatThrownBy(() -> session.begin(Isolation.SERIALIZABLE))
            .isInstanceOf(StatementException.class);
      }
      assertThat(plain.isClosed()).isTrue();
    }
  }

  @Test
  void a_connection_that_cannot_be_given_back_as_it_was_is_not_given_back() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.POSTGRESQL);
        Connection plain = serviceConnection(test)) {
      WatchedConnection watched = new WatchedConnection(plain);
      Database database = connect(watched.proxy());
      try (Session session = database.open("test", TIMEOUT)) {
        session.begin();
        session.commit();
        watched.refuse("setAutoCommit false");
      }
      assertThat(watched.calls()).contains("abort ");
      assertThat(plain.isClosed()).isTrue();
    }
  }

  @Test
  void the_default_costs_nothing_where_connections_are_at_read_committed() throws SQLException {
    try (TestDatabase test = TestDatabases.create(DatabaseKind.POSTGRESQL);
        Connection plain = test.dataSource().getConnection()) {
      WatchedConnection watched = new WatchedConnection(plain);
      Database database = connect(watched.proxy());
      try (Session session = database.open("test", TIMEOUT)) {
        session.begin();
        session.commit();
        assertThat(watched.calls()).noneMatch(call -> call.contains("ISOLATION"));
        session.begin(Isolation.READ_COMMITTED);
        assertThat(watched.calls())
            .as("a declared level is set whatever the connection seems to have")
            .contains("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
      }
    }
  }

  private static Connection serviceConnection(TestDatabase test) throws SQLException {
    Connection plain = test.dataSource().getConnection();
    plain.setTransactionIsolation(SERVICES_OWN);
    plain.setAutoCommit(false);
    return plain;
  }

  private static void assertUntouched(Connection plain) throws SQLException {
    assertThat(plain.getAutoCommit()).isFalse();
    assertThat(plain.getTransactionIsolation()).isEqualTo(SERVICES_OWN);
  }

  private static Database connect(Connection connection) throws SQLException {
    return Database.connect(new LentConnection(connection), Dialects::forProduct);
  }

  private static Statement broken() {
    return new Statement("test/broken", "select nothing from nowhere", List.of());
  }
}
