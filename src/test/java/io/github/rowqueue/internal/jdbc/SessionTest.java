package io.github.rowqueue.internal.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.dialect.Dialects;
import io.github.rowqueue.dialect.Failure;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.servers.TestDatabase;
import io.github.rowqueue.servers.TestDatabases;
import io.github.rowqueue.table.TableSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_statement_after_a_transaction_is_one_of_its_own(DatabaseKind kind) throws SQLException {
    try (TestDatabase database = TestDatabases.create(kind);
        HikariDataSource pool = database.pool(2)) {
      database.execute("create table t (n int)");
      Database subject = Database.connect(pool, Dialects::forProduct);
      try (Session session = subject.open("test", TIMEOUT)) {
        session.begin();
        insert(session, 1);
        session.commit();
        insert(session, 2);
        session.begin();
        insert(session, 3);
        session.rollback();
        insert(session, 4);
        assertThat(sum(pool))
            .as("seen by another connection while this one is still borrowed")
            .isEqualTo(7);
        session.begin();
        insert(session, 5);
      }
      assertThat(sum(pool)).as("what was not committed is undone by the close").isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_connection_goes_back_with_the_settings_it_came_with(DatabaseKind kind)
      throws SQLException {
    try (TestDatabase database = TestDatabases.create(kind);
        Connection plain = database.dataSource().getConnection()) {
      plain.setAutoCommit(false);
      int isolation = plain.getTransactionIsolation();
      plain.rollback();
      Database subject = Database.connect(new LentConnection(plain), Dialects::forProduct);
      try (Session session = subject.open("test", TIMEOUT)) {
        session.begin();
        session.commit();
      }
      assertThat(plain.getAutoCommit()).isFalse();
      assertThat(plain.getTransactionIsolation()).isEqualTo(isolation);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MYSQL", "MARIADB"})
  void an_insert_that_waits_too_long_is_cancelled_and_the_connection_goes_on(DatabaseKind kind)
      throws SQLException {
    TableSpec spec = TableSpec.builder("t").id("n").payload("payload", String.class).build();
    TableBinding table = new TableBinding(spec, List.of());
    try (TestDatabase database = TestDatabases.create(kind);
        HikariDataSource pool = database.pool(1);
        Connection other = database.dataSource().getConnection();
        Statement first = other.createStatement()) {
      database.execute("create table t (n int primary key)");
      Database subject = Database.connect(pool, Dialects::forProduct);
      other.setAutoCommit(false);
      first.executeUpdate("insert into t values (1)");
      try (Session session = subject.open("test", Duration.ofSeconds(1))) {
        assertThatThrownBy(() -> session.insert(insertOf(1), table, new Values()))
            .isInstanceOfSatisfying(
                StatementException.class,
                late -> assertThat(subject.classify(late)).isEqualTo(Failure.RETRYABLE));
        other.rollback();
        assertThat(session.insert(insertOf(2), table, new Values())).isEqualTo(1);
      }
      assertThat(sum(pool)).as("the row that was cancelled came no later").isEqualTo(2);
    }
  }

  private static io.github.rowqueue.dialect.Statement insertOf(int n) {
    return new io.github.rowqueue.dialect.Statement(
        "test/insert", "insert into t values (%d)".formatted(n), List.of());
  }

  private static void insert(Session session, int n) throws SQLException {
    try (Statement statement = session.connection().createStatement()) {
      statement.executeUpdate("insert into t values (" + n + ")");
    }
  }

  private static int sum(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select sum(n) from t")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
