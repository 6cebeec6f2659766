package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions of handlers that no ack of theirs can commit any more. */
interface TransactionEndBehaviours extends Behaviours {

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "Rule 9: an ack in a transaction a failed statement has aborted is a failed attempt; elsewhere it acks")
  default void an_ack_after_a_failed_statement(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    boolean aborts = queue().database().kind() == DatabaseKind.POSTGRESQL;
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, "before " + attempt);
                              if (attempt == 1) {
                                assertThatThrownBy(() -> nonsense(connection))
                                    .isInstanceOf(SQLException.class);
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(aborts ? 2 : 1);
    assertThat(effects.committed()).containsExactly(aborts ? "before 2" : "before 1");
    assertThat(events.settled())
        .isEqualTo(aborts ? List.of(Settled.RETRIED, Settled.ACKED) : List.of(Settled.ACKED));
  }

  private static void nonsense(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("update no_such_table set nothing = 1");
    }
  }

  @Test
  @DisplayName("Rule 9: beside a key too an ack in an aborted transaction is a failed attempt")
  default void an_ack_beside_a_key_after_a_failed_statement() throws Exception {
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    boolean aborts = queue().database().kind() == DatabaseKind.POSTGRESQL;
    jobs.insert(group, "a", "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, "before " + attempt);
                              if (attempt == 1) {
                                assertThatThrownBy(() -> nonsense(connection))
                                    .isInstanceOf(SQLException.class);
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(aborts ? 2 : 1);
    assertThat(effects.committed()).containsExactly(aborts ? "before 2" : "before 1");
    assertThat(events.settled())
        .isEqualTo(aborts ? List.of(Settled.RETRIED, Settled.ACKED) : List.of(Settled.ACKED));
    jobs.awaitFree(group + "/a");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B230, SPEC 10: the connection of a handler that ignores the shutdown is cut off, and nothing of it takes effect")
  default void a_handler_that_ignores_the_shutdown_is_cut_off(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    Gate<String> gate = Gate.stubborn();
    queue().insert(form, group, "order 1");
    Rowqueue closing =
        queue()
            .start(
                queue()
                    .rowqueue(
                        form.subscription(group)
                            .handleInTransaction(
                                (message, delivery, connection) -> {
                                  effects.write(connection, message);
                                  return gate.handle(message, delivery);
                                }))
                    .drainTimeout(Duration.ofMillis(50))
                    .listener(events));
    gate.awaitEntered(1);
    closing.close();
    assertThat(closing.summary().stillRunning()).hasSize(1);
    gate.open();
    events.awaitSettled(1);
    assertThat(events.settled()).doesNotContain(Settled.ACKED);
    assertThat(effects.committed()).isEmpty();
    assertThat(queue().rows(form, group)).hasSize(1);
  }

  @Test
  @DisplayName(
      "B230, SPEC 10: beside a key too; a session's key is free at once, one the process holds when the handler ends")
  default void a_handler_beside_a_key_that_ignores_the_shutdown_is_cut_off() throws Exception {
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    Gate<String> gate = Gate.stubborn();
    jobs.insert(group, "a", "order 1");
    Rowqueue closing =
        queue()
            .start(
                queue()
                    .rowqueue(
                        jobs.subscription(group)
                            .handleInTransaction(
                                (message, delivery, connection) -> {
                                  effects.write(connection, message);
                                  return gate.handle(message, delivery);
                                }))
                    .drainTimeout(Duration.ofMillis(50))
                    .listener(events));
    gate.awaitEntered(1);
    closing.close();
    assertThat(closing.summary().stillRunning()).hasSize(1);
    if (queue().database().kind().isServer()) {
      jobs.awaitFree(group + "/a");
    } else {
      assertThat(jobs.held(group + "/a")).isEqualTo(1);
    }
    gate.open();
    events.awaitSettled(1);
    assertThat(events.settled()).doesNotContain(Settled.ACKED);
    assertThat(effects.committed()).isEmpty();
    assertThat(jobs.rows(group)).hasSize(1);
    jobs.awaitFree(group + "/a");
    QueueFixture.await("its connection is back", () -> queue().connectionsInUse() == 0);
    queue()
        .start(
            jobs.subscription(group)
                .handleInTransaction(
                    (message, delivery, connection) -> {
                      effects.write(connection, "by another");
                      return Outcome.ack();
                    }));
    jobs.awaitGone(group);
    assertThat(effects.committed()).containsExactly("by another");
  }
}
