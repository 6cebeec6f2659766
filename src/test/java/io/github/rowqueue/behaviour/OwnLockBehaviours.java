package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keys locked by statements of the service's own (B93, B301, B302, B313). */
interface OwnLockBehaviours extends Behaviours {

  String COUNT = "select count(*) from own_locks";

  /** On H2 there is nothing to lock by but a row, as on SQLite, where a primary key refuses two. */
  private OwnStatements.Builder locks(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL ->
          OwnStatements.builder()
              .lock("select cast(pg_try_advisory_lock(4711, hashtext(:key)) as integer)")
              .unlock("select cast(pg_advisory_unlock(4711, hashtext(:key)) as integer)");
      case MYSQL, MARIADB ->
          OwnStatements.builder()
              .lock("select get_lock(sha2(:key, 256), 0)")
              .unlock("select release_lock(sha2(:key, 256))");
      case SQLITE ->
          OwnStatements.builder()
              .lock("insert into own_locks (name) values (:key) on conflict do nothing returning 1")
              .unlock("delete from own_locks where name = :key returning 1");
      case H2 ->
          OwnStatements.builder()
              .lock(
                  "select count(*) from final table (merge into own_locks using (select cast(:key as"
                      + " varchar) k) on name = k when not matched then insert (name) values (k))")
              .unlock("select count(*) from old table (delete from own_locks where name = :key)");
    };
  }

  private void createLocks(DatabaseKind kind) throws SQLException {
    if (!kind.isServer()) {
      queue().execute("create table if not exists own_locks (name varchar(200) primary key)");
    }
  }

  private void awaitGivenBack(DatabaseKind kind) throws InterruptedException {
    if (!kind.isServer()) {
      QueueFixture.await(
          "own locks are given back",
          () -> "0".equals(String.valueOf(QueueFixture.unchecked(() -> queue().value(COUNT)))));
    }
  }

  @Test
  @DisplayName("B93, B301, B302, B313: own locks hold the keys, and none of ours does")
  default void own_locks_hold_the_keys() throws Exception {
    DatabaseKind kind = queue().database().kind();
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    createLocks(kind);
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", IntStream.range(0, 9).mapToObj(i -> "a" + i).toArray(String[]::new));
    jobs.insert(group, "b", "b0");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .workers(3)
                        .statements(locks(kind).build())
                        .handle(gate))
                .listener(events)
                .pollInterval(Duration.ofMinutes(10)));
    gate.awaitEntered(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a0", "b0");
    switch (kind) {
      case POSTGRESQL ->
          assertThat(
                  queue()
                      .value(
                          "select string_agg(distinct classid::text, ',') from pg_locks where locktype ="
                              + " 'advisory' and database = (select oid from pg_database where datname ="
                              + " current_database())"))
              .isEqualTo("4711");
      case MYSQL, MARIADB -> assertThat(jobs.held(group + "/a", group + "/b")).isZero();
      default -> {
        assertThat(jobs.held()).as("keys of ours").isZero();
        assertThat(queue().value(COUNT)).hasToString("2");
      }
    }
    gate.open();
    jobs.awaitGone(group);
    events.awaitSettled(10);
    assertThat(List.copyOf(events.settled())).containsOnly(Settled.ACKED);
    jobs.awaitFree(group + "/a", group + "/b");
    awaitGivenBack(kind);
  }

  @Test
  @DisplayName(
      "B218, B219, B228, B301: own locks hold the keys of handlers in transactions too, on their session")
  default void own_locks_hold_the_keys_of_handlers_in_transactions() throws Exception {
    DatabaseKind kind = queue().database().kind();
    AdvisoryLocks jobs = AdvisoryLocks.on(queue());
    createLocks(kind);
    String group = QueueFixture.newGroup();
    Effects effects = Effects.of(queue(), group);
    Events events = new Events();
    Set<String> inWork = ConcurrentHashMap.newKeySet();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    jobs.insert(group, "a", "a0", "a1", "a2");
    jobs.insert(group, "b", "b0", "b1");
    try (LogLines log = LogLines.capture()) {
      queue()
          .start(
              queue()
                  .rowqueue(
                      jobs.subscription(group)
                          .workers(3)
                          .backoff(Backoff.fixed(Duration.ofMillis(1)))
                          .statements(locks(kind).build())
                          .handleInTransaction(
                              (message, delivery, connection) -> {
                                String key = group + "/" + message.charAt(0);
                                long attempt = delivery.attempt().orElseThrow();
                                if (!inWork.add(key) || !holds(connection, kind, key)) {
                                  wrong.add(message);
                                }
                                effects.write(connection, message + " " + attempt);
                                inWork.remove(key);
                                return ending(message, attempt);
                              }))
                  .listener(events));
      jobs.awaitGone(group);
      events.awaitSettled(7);
      jobs.awaitFree(group + "/a", group + "/b");
      awaitGivenBack(kind);
      assertThat(log.all()).noneMatch(line -> line.contains("was not confirmed"));
    }
    assertThat(wrong).isEmpty();
    assertThat(events.settled())
        .filteredOn(Settled.RETRIED::equals)
        .as("a retry and a failure")
        .hasSize(2);
    assertThat(effects.committed())
        .containsExactlyInAnyOrder("a0 1", "a1 2", "a2 1", "b0 2", "b1 1");
  }

  private static Outcome ending(String message, long attempt) {
    if (attempt == 1 && message.equals("b0")) {
      throw new IllegalStateException("failed on purpose");
    }
    return attempt == 1 && message.equals("a1") ? Outcome.retry() : Outcome.ack();
  }

  /** Whether the own lock of {@code key} is held, on a server by the session of its handler. */
  private static boolean holds(Connection connection, DatabaseKind kind, String key)
      throws SQLException {
    String sql =
        switch (kind) {
          case POSTGRESQL ->
              "select count(*) from pg_locks where locktype = 'advisory' and classid = 4711"
                  + " and pid = pg_backend_pid()";
          case MYSQL, MARIADB ->
              "select is_used_lock(sha2(concat(lower(database()), '.%s'), 256)) = connection_id()"
                  .formatted(key);
          case SQLITE, H2 -> "select count(*) from own_locks where name = '%s'".formatted(key);
        };
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getInt(1) == 1;
    }
  }
}
