package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Handlers that write in the transaction that settles their row (B218 to B223, B229, B233). */
interface TransactionBehaviours extends Behaviours {

  /** One writer is all that SQLite has: nobody else writes while a handler has its transaction. */
  default Stream<JobForm> formsWithManyWriters() {
    return queue().dialect().singleWriter() ? Stream.of() : forms();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("B218: an ack commits what the handler wrote together with the settlement")
  default void an_ack_commits_the_handlers_writes_with_the_settlement(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    AtomicReference<List<String>> seenByOthers = new AtomicReference<>(List.of("not asked"));
    Events events = new Events();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, message);
                              seenByOthers.set(effects.committed());
                              return Outcome.ack();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.ACKED);
    assertThat(seenByOthers.get()).as("seen by others before the ack").isEmpty();
    assertThat(effects.committed()).containsExactly("order 1");
    assertThat(queue().rows(form, group)).isEmpty();
    QueueFixture.await("its connection is back", () -> queue().connectionsInUse() <= 1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B219, B223: every other outcome and an exception undo the handler's writes, and then settle as ever")
  default void every_other_outcome_undoes_the_handlers_writes(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    List<String> ways = List.of("retry", "retryAfter", "exception", "error", "drop", "dead");
    Queue<Long> attempts = new ConcurrentLinkedQueue<>();
    queue().insert(form, group, ways.toArray(String[]::new));
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .deadLetter(DeadLetter.toGroup(group + "-dead"))
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, message + " " + attempt);
                              if (attempt > 1) {
                                attempts.add(attempt);
                                return Outcome.ack();
                              }
                              return ending(message);
                            }))
                .listener(events));
    queue().awaitGone(form, group);
    events.awaitSettled(10);
    assertThat(effects.committed())
        .containsExactlyInAnyOrder("retry 2", "retryAfter 2", "exception 2", "error 2");
    assertThat(attempts).containsExactly(2L, 2L, 2L, 2L);
    assertThat(events.settled())
        .contains(Settled.DROPPED, Settled.PARKED)
        .filteredOn(Settled.RETRIED::equals)
        .hasSize(4);
    assertThat(queue().rows(form, group + "-dead"))
        .singleElement()
        .satisfies(row -> assertThat(row.lastError()).isEqualTo("no use"));
  }

  private static Outcome ending(String way) {
    return switch (way) {
      case "retry" -> Outcome.retry();
      case "retryAfter" -> Outcome.retryAfter(Duration.ofMillis(1));
      case "exception" -> throw new IllegalStateException("failed on purpose");
      case "error" -> throw new AssertionError("failed on purpose");
      case "drop" -> Outcome.drop();
      default -> Outcome.deadLetter("no use");
    };
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B220, PAINS 42: what a handler publishes on its connection appears with the ack, and wakes its subscription then")
  default void what_a_handler_publishes_appears_and_wakes_with_the_ack(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    String next = group + "-next";
    AtomicReference<Publisher<?>> publisher = new AtomicReference<>();
    AtomicReference<List<StoredJob>> before = new AtomicReference<>(List.of());
    Notes<String> received = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        form.subscription(next).handle(received),
                        form.subscription(group)
                            .handleInTransaction(
                                (message, delivery, connection) -> {
                                  long attempt = delivery.attempt().orElseThrow();
                                  publisher
                                      .get()
                                      .publishMessage(
                                          connection,
                                          message + " " + attempt,
                                          PublishOptions.to(next));
                                  before.set(queue().rows(form, next));
                                  return attempt == 1 ? Outcome.retry() : Outcome.ack();
                                }))
                    .pollInterval(Duration.ofMinutes(5))
                    .listener(events));
    events.awaitIdle();
    publisher.set(form.publisher(rowqueue));
    publisher.get().publishMessage("order", PublishOptions.to(group));
    received.await(1);
    events.awaitSettled(3);
    assertThat(received.messages()).as("of the first attempt nothing").containsExactly("order 2");
    assertThat(before.get()).as("before the ack").isEmpty();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsWithManyWriters")
  @DisplayName(
      "B221, B233: what a handler writes on another connection stays, whatever its outcome")
  default void writes_on_another_connection_stay(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    queue().insert(form, group, "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, "inside");
                              try (Connection other = queue().pool().getConnection()) {
                                effects.write(other, "outside");
                              }
                              return Outcome.drop();
                            }))
                .listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.DROPPED);
    assertThat(effects.committed()).containsExactly("outside");
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName(
      "B222, rule 12: an ack the database refuses undoes the handler's writes, and counts as a failed attempt")
  default void an_ack_that_is_refused_undoes_the_handlers_writes(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    queue().insert(form, group, "order 1");
    OwnStatements refusedOnce =
        OwnStatements.builder()
            .ack(
                (connection, row) -> {
                  if (row.attempt().orElseThrow() == 1) {
                    effects.write(connection, "by the ack");
                    throw new SQLException("refused by a test", "23514");
                  }
                  return delete(connection, form, row.id());
                })
            .build();
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .statements(refusedOnce)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(
                                  connection, message + " " + delivery.attempt().orElseThrow());
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(2);
    assertThat(events.settled()).containsExactly(Settled.RETRIED, Settled.ACKED);
    assertThat(effects.committed()).containsExactly("order 1 2");
    assertThat(queue().rows(form, group)).isEmpty();
  }

  private int delete(Connection connection, JobForm form, Object id) throws SQLException {
    try (var delete =
        connection.prepareStatement(
            "delete from %s where %s = ?".formatted(queue().q(form.table()), queue().q("id")))) {
      delete.setObject(1, id);
      return delete.executeUpdate();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("formsThatLockRows")
  @DisplayName(
      "B229: an ack that changes nothing, since the handler finished its row itself, commits all the same")
  default void an_ack_that_changes_nothing_commits_what_finished_the_row(JobForm form)
      throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    queue().insert(form, group, "by default", "by own");
    OwnStatements own =
        OwnStatements.builder()
            .ack((connection, row) -> delete(connection, form, row.id()))
            .build();
    for (OwnStatements statements : List.of(OwnStatements.NONE, own)) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      form.subscription(group)
                          .statements(statements)
                          .handleInTransaction(
                              (message, delivery, connection) -> {
                                effects.write(connection, message);
                                delete(connection, form, delivery.id());
                                return Outcome.ack();
                              }))
                  .listener(events));
    }
    events.awaitSettled(2);
    assertThat(events.settled()).containsOnly(Settled.ACKED);
    assertThat(effects.committed()).containsExactlyInAnyOrder("by default", "by own");
  }

  /** In the lease form the token decides, which is gone then: the ack is a lost lease. */
  default Stream<JobForm> formsThatLockRows() {
    return forms().filter(JobForm.ROW_LOCK::equals);
  }

  @ParameterizedTest
  @MethodSource("forms")
  @DisplayName("SPEC 6, 7: in a batch each message has a savepoint, so that one undoes only itself")
  default void in_a_batch_one_message_undoes_only_itself(JobForm form) throws Exception {
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    Queue<Integer> claims = new ConcurrentLinkedQueue<>();
    queue().insert(form, group, "good 1", "bad", "good 2", "unsure", "good 3");
    queue()
        .start(
            queue()
                .rowqueue(
                    form.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .handleBatchInTransaction(
                            5,
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, message + " " + attempt);
                              claims.add(1);
                              if (message.equals("bad") && attempt == 1) {
                                throw new SQLException("failed on purpose");
                              }
                              return message.equals("unsure") && attempt == 1
                                  ? Outcome.retry()
                                  : Outcome.ack();
                            }))
                .listener(events));
    queue().awaitGone(form, group);
    assertThat(effects.committed())
        .containsExactlyInAnyOrder("good 1 1", "bad 2", "good 2 1", "unsure 2", "good 3 1");
    assertThat(claims).hasSize(7);
  }
}
