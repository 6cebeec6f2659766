package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.jdbc.LentConnection;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who owns a connection (PAINS 36): Rowqueue never commits, closes or changes what it does not own,
 * and gives back what it borrows as it was.
 */
interface ConnectionOwnerBehaviours extends PublishIfAbsentBehaviours {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("PAINS 36: on the caller's connection nothing is done but to execute inserts")
  default void on_the_callers_connection_only_inserts_are_executed(boolean autoCommit)
      throws Exception {
    String group = QueueFixture.newGroup();
    onceJobsPublisher();
    Rowqueue rowqueue = queue().start(queue().rowqueue().route(group, OnceJob.class));
    Publisher<OnceJob> jobs = rowqueue.publisher(OnceJob.class);
    Set<String> called = new TreeSet<>();
    try (Connection connection = queue().pool().getConnection()) {
      connection.setAutoCommit(autoCommit);
      Connection watched = noting(connection, called);
      jobs.publish(watched, OnceJob.of(group, "1", null));
      jobs.publishAll(watched, List.of(OnceJob.of(group, "2", null), OnceJob.of(group, "3", null)));
      jobs.publishIfAbsent(watched, OnceJob.of(group, "1", null), PublishOptions.NONE, "orderNo");
      jobs.publishIfAbsent(watched, OnceJob.of(group, "4", null), PublishOptions.NONE, "orderNo");
      rowqueue.publish(watched, group, OnceJob.of(group, "5", null), PublishOptions.NONE);
      assertThat(connection.isClosed()).isFalse();
      assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
      if (!autoCommit) {
        connection.rollback();
      }
    }
    assertThat(called).isSubsetOf("prepareStatement", "getAutoCommit");
    assertThat(queue().count("once_jobs", "1 = 1")).isEqualTo(autoCommit ? 5 : 0);
  }

  private static Connection noting(Connection connection, Set<String> called) {
    return (Connection)
        Proxy.newProxyInstance(
            ConnectionOwnerBehaviours.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              called.add(method.getName());
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException raised) {
                throw raised.getCause();
              }
            });
  }

  @Test
  @DisplayName("A caller's read-only transaction stays one: the insert is the driver's to refuse")
  default void a_read_only_transaction_stays_one() throws Exception {
    String group = QueueFixture.newGroup();
    Publisher<OnceJob> jobs = onceJobsPublisher();
    DatabaseKind kind = queue().database().kind();
    try (Connection connection = queue().database().dataSource().getConnection()) {
      if (kind == DatabaseKind.SQLITE) {
        execute(connection, "pragma query_only = on"); // its driver knows no other way
      } else {
        connection.setReadOnly(true);
      }
      boolean readOnly = connection.isReadOnly();
      connection.setAutoCommit(false);
      if (kind == DatabaseKind.H2) { // where it is a hint
        jobs.publish(connection, OnceJob.of(group, "1", null));
      } else {
        assertThatThrownBy(() -> jobs.publish(connection, OnceJob.of(group, "1", null)))
            .isInstanceOf(SQLException.class);
      }
      assertThat(connection.isReadOnly()).isEqualTo(readOnly);
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(connection.isClosed()).isFalse();
      connection.rollback();
    }
    assertThat(queue().count("once_jobs", "1 = 1")).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("PAINS 36: a connection of a pool that resets nothing comes back as it was lent")
  default void a_borrowed_connection_comes_back_as_it_was(boolean autoCommit) throws Exception {
    String group = QueueFixture.newGroup();
    onceJobsPublisher();
    try (Connection plain = queue().database().dataSource().getConnection()) {
      plain.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      plain.setAutoCommit(autoCommit);
      List<Object> before = settings(plain);
      Rowqueue rowqueue =
          queue().start(Rowqueue.on(new LentConnection(plain)).route(group, OnceJob.class));
      Publisher<OnceJob> jobs = rowqueue.publisher(OnceJob.class);
      assertThat(settings(plain)).as("after the start").isEqualTo(before);
      jobs.publish(OnceJob.of(group, "1", "code"));
      assertThat(settings(plain)).as("after one row").isEqualTo(before);
      jobs.publishAll(List.of(OnceJob.of(group, "2", null), OnceJob.of(group, "3", null)));
      assertThat(settings(plain)).as("after many").isEqualTo(before);
      assertThat(jobs.publishIfAbsent(OnceJob.of(group, "1", null), "orderNo")).isFalse();
      assertThat(settings(plain)).as("after a duplicate").isEqualTo(before);
      rowqueue.publish(group, OnceJob.of(group, "4", null));
      assertThat(settings(plain)).as("by name").isEqualTo(before);
      assertThatThrownBy(
              () ->
                  jobs.publishAll(
                      List.of(OnceJob.of(group, "5", null), OnceJob.of(group, "6", "code"))))
          .isInstanceOf(StatementException.class);
      assertThat(settings(plain)).as("after a refusal").isEqualTo(before);
      rowqueue.close();
      assertThat(settings(plain)).as("after the close").isEqualTo(before);
      if (!autoCommit) {
        plain.rollback();
      }
    }
    assertThat(queue().count("once_jobs", "1 = 1")).as("all were committed").isEqualTo(4);
  }

  private static List<Object> settings(Connection connection) throws SQLException {
    return List.of(
        connection.getAutoCommit(),
        connection.getTransactionIsolation(),
        connection.isReadOnly(),
        connection.getHoldability(),
        networkTimeout(connection),
        connection.isClosed());
  }

  private static int networkTimeout(Connection connection) throws SQLException {
    try {
      return connection.getNetworkTimeout();
    } catch (SQLFeatureNotSupportedException none) {
      return 0;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
