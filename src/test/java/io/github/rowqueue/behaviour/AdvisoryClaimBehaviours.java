package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.dialect.ForwardingDialect;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.BatchHandler;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How many rows a claim of the advisory form takes, and what each of them costs (B99, B135). */
interface AdvisoryClaimBehaviours extends Behaviours {

  private AdvisoryLocks jobs() throws Exception {
    return AdvisoryLocks.on(queue());
  }

  /** Locks that take keys of one length for one, as a hash does that collides. */
  private OwnStatements lengthLocks() throws SQLException {
    DatabaseKind kind = queue().database().kind();
    if (!kind.isServer()) {
      queue().execute("create table if not exists length_locks (name integer primary key)");
    }
    OwnStatements.Builder locks = OwnStatements.builder();
    return switch (kind) {
      case POSTGRESQL ->
          locks
              .lock("select cast(pg_try_advisory_lock(4712, length(:key)) as integer)")
              .unlock("select cast(pg_advisory_unlock(4712, length(:key)) as integer)")
              .build();
      case MYSQL, MARIADB ->
          locks
              .lock("select get_lock(concat(database(), ' ', char_length(:key)), 0)")
              .unlock("select release_lock(concat(database(), ' ', char_length(:key)))")
              .build();
      case SQLITE ->
          locks
              .lock(
                  "insert into length_locks (name) values (length(:key)) on conflict do nothing returning 1")
              .unlock("delete from length_locks where name = length(:key) returning 1")
              .build();
      case H2 ->
          locks
              .lock(
                  "select count(*) from final table (merge into length_locks using (select"
                      + " length(cast(:key as varchar)) k) on name = k when not matched then insert"
                      + " (name) values (k))")
              .unlock(
                  "select count(*) from old table (delete from length_locks where name ="
                      + " length(cast(:key as varchar)))")
              .build();
    };
  }

  @Test
  @DisplayName("B99: two keys that are one lock wait for each other, and no row comes twice")
  default void keys_that_collide_are_delayed_behind_one_another() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "aa", "first");
    jobs.insert(group, "bb", "collides");
    jobs.insert(group, "ccc", "other");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group).workers(3).statements(lengthLocks()).handle(gate))
                .listener(events));
    gate.awaitEntered(2);
    events.awaitEmptyClaims(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("first", "other");
    assertThat(jobs.rows(group))
        .as("the row that waits has spent no attempt")
        .filteredOn(row -> "collides".equals(row.payload()))
        .extracting(StoredJob::attempt)
        .containsExactly(1L);
    gate.open();
    assertThat(events.awaitSettled(3)).containsOnly(Settled.ACKED);
    jobs.awaitGone(group);
    assertThat(gate.messages()).containsExactlyInAnyOrder("first", "other", "collides");
    assertThat(events.settled()).hasSize(3);
  }

  private static BatchHandler<String> noting(List<List<String>> batches) {
    return (messages, deliveries) -> {
      batches.add(List.copyOf(messages));
      return BatchOutcome.all(Outcome.ack());
    };
  }

  @Test
  @DisplayName(
      "B135 (departed from): the rows of a batch share a connection, so that none is too large")
  default void a_batch_larger_than_the_pool_is_delivered_whole() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    for (String row : List.of("1", "2", "3", "4", "5", "6")) {
      jobs.insert(group, "key " + row, row);
    }
    List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    try (HikariDataSource pool = queue().database().pool(2);
        Rowqueue rowqueue =
            Rowqueue.on(pool)
                .pollInterval(QueueFixture.POLL)
                .subscribe(jobs.subscription(group).handleBatch(5, noting(batches)))
                .start()) {
      jobs.awaitGone(group);
      assertThat(rowqueue.wake(group)).isTrue();
    }
    assertThat(batches).containsExactly(List.of("1", "2", "3", "4", "5"), List.of("6"));
  }

  @Test
  @DisplayName("B135: under own locks, which may take two keys for one, a batch shrinks to a row")
  default void a_batch_under_own_locks_shrinks_to_one_row() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "1");
    jobs.insert(group, "bb", "2");
    jobs.insert(group, "cc", "3");
    List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    try (HikariDataSource pool = queue().database().pool(2);
        Rowqueue rowqueue =
            Rowqueue.on(pool)
                .pollInterval(QueueFixture.POLL)
                .subscribe(
                    jobs.subscription(group)
                        .statements(lengthLocks())
                        .handleBatch(5, noting(batches)))
                .start()) {
      jobs.awaitGone(group);
      assertThat(rowqueue.wake(group)).isTrue();
    }
    assertThat(batches).containsExactly(List.of("1"), List.of("2"), List.of("3"));
  }

  /** Changes nothing. */
  final class SameKeys extends ForwardingDialect {

    SameKeys(Dialect other) {
      super(other);
    }
  }

  @Test
  @DisplayName("B265: the statements of an own dialect that changes none are all understood")
  default void the_statements_of_an_own_dialect_are_understood() throws Exception {
    AdvisoryLocks jobs = jobs();
    assertThat(
            queue()
                .rowqueue(jobs.subscription("any").handle(Notes.acking()))
                .dialect(SameKeys::new)
                .check()
                .problems())
        .isEmpty();
  }

  @Test
  @DisplayName("B199: an own fetch is called once for each row, with its id alone")
  default void an_own_fetch_is_called_for_one_row_at_a_time() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "1");
    jobs.insert(group, "b", "2");
    jobs.insert(group, "c", "3");
    List<Long> ids = jobs.rows(group).stream().map(StoredJob::id).toList();
    List<List<Object>> calls = Collections.synchronizedList(new ArrayList<>());
    List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    OwnStatements own =
        OwnStatements.builder()
            .fetch(
                (connection, asked) -> {
                  calls.add(List.copyOf(asked));
                  return asked.stream()
                      .<Map<String, ?>>map(
                          id -> Map.of("id", id, "account", "x", "payload", "row " + id))
                      .toList();
                })
            .build();
    queue().start(jobs.subscription(group).statements(own).handleBatch(3, noting(batches)));
    jobs.awaitGone(group);
    assertThat(batches).containsExactly(ids.stream().map(id -> "row " + id).toList());
    assertThat(calls)
        .extracting(call -> call.stream().map(String::valueOf).toList())
        .containsExactlyElementsOf(ids.stream().map(id -> List.of(String.valueOf(id))).toList());
  }
}
