package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.PublishOptions;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Handlers that write in the transaction of their row while its key is held (B228). */
interface TransactionAdvisoryBehaviours extends Behaviours {

  private AdvisoryLocks jobs() throws Exception {
    return AdvisoryLocks.on(queue());
  }

  /** Whether {@code connection} is the session that holds the key, where sessions hold keys. */
  private boolean holdsKey(Connection connection, String key) throws SQLException {
    String sql =
        switch (queue().database().kind()) {
          case POSTGRESQL ->
              "select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()";
          case MYSQL, MARIADB ->
              "select is_used_lock(concat(lower(database()), '.%s')) = connection_id()"
                  .formatted(key);
          case SQLITE, H2 -> "select 1";
        };
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getInt(1) == 1;
    }
  }

  @Test
  @DisplayName(
      "B228: key and transaction are on one session; an ack commits what its handler wrote and published, then unlocks")
  default void an_ack_commits_on_the_session_that_holds_the_key() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    String next = group + "-next";
    Effects effects = Effects.of(queue(), group);
    AtomicReference<Publisher<?>> publisher = new AtomicReference<>();
    List<Object> seen = new CopyOnWriteArrayList<>();
    Notes<String> received = Notes.acking();
    Events events = new Events();
    Rowqueue rowqueue =
        queue()
            .start(
                queue()
                    .rowqueue(
                        jobs.subscription(next).handle(received),
                        jobs.subscription(group)
                            .handleInTransaction(
                                (message, delivery, connection) -> {
                                  effects.write(connection, message);
                                  publisher
                                      .get()
                                      .publishMessage(
                                          connection, "published", PublishOptions.to(next));
                                  seen.add(holdsKey(connection, group + "/"));
                                  seen.add(jobs.held(group + "/"));
                                  seen.add(effects.committed());
                                  seen.add(jobs.rows(next));
                                  return Outcome.ack().publish(next, "reply");
                                }))
                    .route("*", AdvisoryJob.class)
                    .pollInterval(Duration.ofMinutes(10))
                    .listener(events));
    events.awaitIdle(2);
    publisher.set(rowqueue.publisher(AdvisoryJob.class));
    rowqueue.publish(group, "order 1");
    assertThat(received.await(2).messages()).containsExactlyInAnyOrder("published", "reply");
    assertThat(events.awaitSettled(3)).containsOnly(Settled.ACKED);
    assertThat(seen).containsExactly(true, 1, List.of(), List.of());
    assertThat(effects.committed()).containsExactly("order 1");
    assertThat(jobs.rows(group)).isEmpty();
    jobs.awaitFree(group + "/", next + "/");
    QueueFixture.await("its connection is back", () -> queue().connectionsInUse() <= 1);
  }

  @Test
  @DisplayName("B219, B223: every other outcome undoes what the handler wrote, and keeps no key")
  default void every_other_outcome_undoes_what_the_handler_wrote() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    List<String> ways = List.of("retry", "retryAfter", "exception", "drop", "dead");
    for (String way : ways) {
      jobs.insert(group, way, way);
    }
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .workers(2)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .deadLetter(DeadLetter.toGroup(group + "-dead"))
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, message + " " + attempt);
                              return attempt > 1 ? Outcome.ack() : ending(message);
                            }))
                .listener(events));
    events.awaitSettled(8);
    assertThat(events.settled()).contains(Settled.DROPPED, Settled.PARKED);
    assertThat(effects.committed())
        .containsExactlyInAnyOrder("retry 2", "retryAfter 2", "exception 2");
    assertThat(jobs.rows(group)).isEmpty();
    assertThat(jobs.rows(group + "-dead"))
        .singleElement()
        .satisfies(row -> assertThat(row.lastError()).isEqualTo("no use"));
    jobs.awaitFree(ways.stream().map(way -> group + "/" + way).toArray(String[]::new));
  }

  private static Outcome ending(String way) {
    return switch (way) {
      case "retry" -> Outcome.retry();
      case "retryAfter" -> Outcome.retryAfter(Duration.ofMillis(1));
      case "exception" -> throw new IllegalStateException("failed on purpose");
      case "drop" -> Outcome.drop();
      default -> Outcome.deadLetter("no use");
    };
  }

  @Test
  @DisplayName("SPEC 7: in a batch of keys one message undoes only itself")
  default void in_a_batch_of_keys_one_message_undoes_only_itself() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    for (String message : List.of("good 1", "bad", "good 2")) {
      jobs.insert(group, message, message);
    }
    queue()
        .start(
            jobs.subscription(group)
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .handleBatchInTransaction(
                    3,
                    (message, delivery, connection) -> {
                      long attempt = delivery.attempt().orElseThrow();
                      effects.write(connection, message + " " + attempt);
                      if (message.equals("bad") && attempt == 1) {
                        throw new SQLException("failed on purpose");
                      }
                      return Outcome.ack();
                    }));
    jobs.awaitGone(group);
    assertThat(effects.committed()).contains("bad 2").hasSize(3).doesNotContain("bad 1");
  }

  @Test
  @DisplayName("B97, B228: of a table without an attempt too the key alone proves the row")
  default void without_an_attempt_the_key_proves_the_row() throws Exception {
    queue().emptied(BareAdvisory.class);
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();
    queue()
        .update(
            "insert into %s (%s) values ('x')"
                .formatted(queue().q("bare_advisory"), queue().q("payload")));
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("bare", BareAdvisory.class)
                        .codec(Codecs.text())
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              effects.write(connection, message + " " + handled.size());
                              handled.add(message);
                              return handled.size() == 1 ? Outcome.retry() : Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(2);
    assertThat(events.settled()).containsExactly(Settled.RETRIED, Settled.ACKED);
    assertThat(effects.committed()).containsExactly("x 1");
    assertThat(queue().count("bare_advisory", "1 = 1")).isZero();
  }

  @Test
  @DisplayName(
      "B222, B229: an own ack that is refused undoes the handler's writes; one that finds the row finished commits them")
  default void an_own_ack_decides_about_the_handlers_writes() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    jobs.insert(group, "a", "order");
    OwnStatements own =
        OwnStatements.builder()
            .ack(
                (connection, row) -> {
                  if (row.attempt().orElseThrow() == 1) {
                    throw new SQLException("refused by a test", "23514");
                  }
                  return delete(connection, row.id());
                })
            .build();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .statements(own)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              long attempt = delivery.attempt().orElseThrow();
                              effects.write(connection, message + " " + attempt);
                              if (attempt > 1) {
                                assertThat(delete(connection, delivery.id())).isEqualTo(1);
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(2);
    assertThat(events.settled()).containsExactly(Settled.RETRIED, Settled.ACKED);
    assertThat(effects.committed()).containsExactly("order 2");
  }

  private int delete(Connection connection, Object id) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "delete from %s where %s = ?".formatted(queue().q("advisory_jobs"), queue().q("id")))) {
      delete.setObject(1, id);
      return delete.executeUpdate();
    }
  }

  @Test
  @DisplayName("B224: a call left in progress fails the settlement, and the row comes back")
  default void a_call_in_progress_fails_the_settlement_of_a_key() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    TransactionGuardBehaviours.Stuck stuck = new TransactionGuardBehaviours.Stuck();
    AtomicReference<FutureTask<String>> call = new AtomicReference<>();
    jobs.insert(group, "a", "order 1");
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .handleInTransaction(
                            (message, delivery, connection) -> {
                              if (call.get() != null) {
                                effects.write(connection, "second");
                                return Outcome.ack();
                              }
                              effects.write(connection, "first");
                              call.set(
                                  new FutureTask<>(
                                      () -> writeBody(connection, effects, group, stuck)));
                              new Thread(call.get(), "left behind").start();
                              stuck.awaitRead();
                              return Outcome.ack();
                            }))
                .listener(events));
    events.awaitSettled(1);
    stuck.goOn();
    assertThat(call.get().get(QueueFixture.LIMIT.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo("refused");
    events.awaitSettled(2);
    assertThat(events.settled()).containsExactly(Settled.FAILED, Settled.ACKED);
    assertThat(effects.committed()).containsExactly("second");
    jobs.awaitFree(group + "/a");
  }

  private static String writeBody(
      Connection connection,
      Effects effects,
      String group,
      TransactionGuardBehaviours.Stuck stuck) {
    try (PreparedStatement insert =
        connection.prepareStatement(effects.insert("grp", "what", "body"))) {
      insert.setString(1, group);
      insert.setString(2, "left behind");
      insert.setBinaryStream(3, stuck, 3);
      insert.executeUpdate();
      insert.executeUpdate();
      return "written";
    } catch (Exception refused) {
      return "refused";
    }
  }

  @Test
  @DisplayName(
      "B100, B230: with the session its writes and its key are lost, and the row comes back")
  default void a_lost_session_undoes_what_its_handler_wrote() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
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
                              effects.write(connection, "attempt " + attempt);
                              if (attempt == 1) {
                                end(connection);
                              }
                              return Outcome.ack();
                            }))
                .listener(events));
    jobs.awaitGone(group);
    assertThat(effects.committed()).containsExactly("attempt 2");
    jobs.awaitFree(group + "/a");
  }

  /** Ends the session from the server's side; where there is no server, the transaction. */
  private void end(Connection connection) throws SQLException {
    DatabaseKind kind = queue().database().kind();
    String sql =
        switch (kind) {
          case POSTGRESQL -> "select pg_terminate_backend(pg_backend_pid())";
          case MYSQL, MARIADB -> "kill connection_id()";
          case SQLITE, H2 -> "rollback";
        };
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
