package io.github.rowqueue.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.BatchOutcome;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What holds a row whose key is locked, and what gives it back (B85 to B105). */
interface AdvisoryBehaviours extends Behaviours {

  private AdvisoryLocks jobs() throws Exception {
    return AdvisoryLocks.on(queue());
  }

  @Test
  @DisplayName("B85, B86, B91, B92: of the rows of one key one is in work, of two keys two")
  default void one_row_of_a_key_is_in_work_at_a_time() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1", "a2");
    jobs.insert(group, "b", "b1");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription(group).workers(3).handle(gate)).listener(events));
    gate.awaitEntered(2);
    events.awaitEmptyClaims(2);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a1", "b1");
    assertThat(jobs.held(group + "/a", group + "/b")).isEqualTo(2);
    assertThat(jobs.rows(group)).extracting(StoredJob::attempt).containsExactly(2L, 1L, 2L);
    gate.open();
    events.awaitSettled(3);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a1", "b1", "a2");
    jobs.awaitFree(group + "/a", group + "/b");
  }

  @Test
  @DisplayName(
      "B87: a delivery on PostgreSQL holds one lock and no transaction; afterwards neither")
  default void a_delivery_holds_no_transaction() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue().start(jobs.subscription(group).handle(gate));
    gate.awaitEntered(1);
    assertThat(jobs.held(group + "/a")).isEqualTo(1);
    int holding = queue().database().kind().isServer() ? 1 : 0;
    int kept = 1 - holding; // for settlements, where no session holds the key
    QueueFixture.await(
        "no connection but that of the delivery", () -> queue().connectionsInUse() <= 1);
    assertThat(queue().connectionsInUse()).isGreaterThanOrEqualTo(holding);
    if (queue().database().kind() == DatabaseKind.POSTGRESQL) {
      assertThat(
              queue()
                  .value(
                      "select a.state from pg_locks l join pg_stat_activity a using (pid)"
                          + " where l.locktype = 'advisory' and a.datname = current_database()"))
          .isEqualTo("idle");
    }
    gate.open();
    jobs.awaitGone(group);
    jobs.awaitFree(group + "/a");
    QueueFixture.await("the connection is back", () -> queue().connectionsInUse() <= kept);
  }

  @Test
  @DisplayName("B88, B89, B142, B143, B150, B161: whatever the outcome, no key is left locked")
  default void no_outcome_leaves_a_key_locked() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    for (String payload : List.of("ack", "drop", "retry", "later", "dead", "throws", "spent")) {
      jobs.insert(group, payload, payload);
    }
    Notes<String> handled =
        Notes.then(
            (message, delivery) -> {
              if (delivery.attempt().orElseThrow() == 2 && !message.equals("spent")) {
                return Outcome.ack();
              }
              return switch (message) {
                case "drop" -> Outcome.drop();
                case "retry", "spent" -> Outcome.retry();
                case "later" -> Outcome.retryAfter(Duration.ofMillis(20));
                case "dead" -> Outcome.deadLetter("as asked");
                case "throws" -> throw new IllegalStateException("thrown");
                default -> Outcome.ack();
              };
            });
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .workers(4)
                        .backoff(Backoff.fixed(Duration.ofMillis(10)))
                        .maxAttempts(3, DeadLetter.toGroup(group + ".parked"))
                        .handle(handled))
                .listener(events));
    jobs.awaitGone(group);
    assertThat(handled.all())
        .filteredOn(note -> List.of("retry", "later", "throws").contains(note.message()))
        .extracting(Notes.Note::attempt)
        .containsOnly(1L, 2L)
        .hasSize(6);
    assertThat(jobs.rows(group + ".parked"))
        .extracting(StoredJob::payload, StoredJob::attempt)
        .containsExactlyInAnyOrder(tuple("dead", 2L), tuple("spent", 4L));
    jobs.awaitFree(
        group + "/ack", group + "/drop", group + "/retry", group + "/later", group + "/throws");
    assertThat(events.settled()).doesNotContain(Settled.FAILED, Settled.LOST).hasSize(12);
  }

  @Test
  @DisplayName("B93: a row behind many of a key in work is delivered at once, whatever the poll")
  default void rows_of_a_key_in_work_hide_none_behind_them() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", IntStream.range(0, 40).mapToObj(i -> "a" + i).toArray(String[]::new));
    jobs.insert(group, "b", "b0");
    jobs.insert(group, "c", "c0");
    Gate<String> gate = Gate.then(Outcome.ack());
    queue()
        .start(
            queue()
                .rowqueue(jobs.subscription(group).workers(4).handle(gate))
                .pollInterval(Duration.ofMinutes(10)));
    gate.awaitEntered(3);
    assertThat(gate.messages()).containsExactlyInAnyOrder("a0", "b0", "c0");
    gate.open(); // the other rows of the key follow each other, though no poll looks for them
    jobs.awaitGone(group);
    assertThat(gate.messages().stream().filter(message -> message.startsWith("a")).toList())
        .containsExactlyElementsOf(IntStream.range(0, 40).mapToObj(i -> "a" + i).toList());
  }

  @Test
  @DisplayName(
      "SPEC 13, 20: a row retried at once is not claimed at full speed for those behind it")
  default void a_retried_row_wakes_nobody_for_the_rows_behind_it() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "first", "second");
    Queue<Long> starts = new ConcurrentLinkedQueue<>();
    queue()
        .start(
            queue()
                .rowqueue(
                    jobs.subscription(group)
                        .workers(2)
                        .handle(
                            (message, delivery) -> {
                              starts.add(System.nanoTime());
                              return starts.size() < 6 ? Outcome.retry() : Outcome.ack();
                            }))
                .pollInterval(Duration.ofMinutes(10)));
    jobs.awaitGone(group);
    List<Long> times = List.copyOf(starts);
    // Each doubles the wait, but two claims side by side may get the row one after the other in one
    // round: 0, 50, 50, then 200 later is the fastest. No machine is too slow for that.
    assertThat(Duration.ofNanos(times.get(5) - times.get(0))).isGreaterThan(Duration.ofMillis(200));
  }

  @Test
  @DisplayName("B96, B97, B105: a key of text alone is one lock for all rows; no attempt is needed")
  default void a_key_of_no_parts_locks_all_rows() throws Exception {
    queue().emptied(BareAdvisory.class);
    for (int i = 0; i < 3; i++) {
      queue()
          .update(
              "insert into %s (%s) values ('x')"
                  .formatted(queue().q("bare_advisory"), queue().q("payload")));
    }
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(
            queue()
                .rowqueue(
                    Subscription.of("bare", BareAdvisory.class)
                        .codec(Codecs.text())
                        .workers(3)
                        .handle(gate))
                .listener(events));
    gate.awaitEntered(1);
    events.awaitEmptyClaims(2);
    assertThat(gate.count()).isEqualTo(1);
    gate.open();
    events.awaitSettled(3);
    assertThat(queue().count("bare_advisory", "1 = 1")).isZero();
  }

  @Test
  @DisplayName("B97: a null in the key is an empty text, and never a key that nobody holds")
  default void a_null_key_column_is_an_empty_text() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, null, "n1", "n2");
    Gate<String> gate = Gate.then(Outcome.ack());
    Events events = new Events();
    queue()
        .start(queue().rowqueue(jobs.subscription(group).workers(2).handle(gate)).listener(events));
    gate.awaitEntered(1);
    events.awaitEmptyClaims(2);
    assertThat(gate.messages()).containsExactly("n1");
    assertThat(jobs.held(group + "/")).isEqualTo(1);
    gate.open();
    jobs.awaitGone(group);
  }

  @Test
  @DisplayName("B104, SPEC 1.3: a smallint attempt stays one, and saturates")
  default void an_attempt_at_its_end_is_delivered_and_settled() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "old");
    queue().set("advisory_jobs", group, "attempt", "32767");
    Notes<String> handled =
        Notes.then((message, delivery) -> Outcome.retryAfter(Duration.ofHours(1)));
    Events events = new Events();
    queue().start(queue().rowqueue(jobs.subscription(group).handle(handled)).listener(events));
    assertThat(events.awaitSettled(1)).containsExactly(Settled.RETRIED);
    assertThat(jobs.rows(group)).singleElement().matches(row -> row.attempt() == 32767);
  }

  @Test
  @DisplayName("B127, B136: a batch holds one row of a key at most")
  default void a_batch_holds_one_row_of_a_key() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    jobs.insert(group, "a", "a1", "a2");
    jobs.insert(group, "b", "b1", "b2");
    List<List<String>> batches = new CopyOnWriteArrayList<>();
    queue()
        .start(
            jobs.subscription(group)
                .handleBatch(
                    4,
                    (messages, deliveries) -> {
                      batches.add(messages);
                      return BatchOutcome.all(Outcome.ack());
                    }));
    jobs.awaitGone(group);
    assertThat(batches).containsExactly(List.of("a1", "b1"), List.of("a2", "b2"));
    jobs.awaitFree(group + "/a", group + "/b");
  }

  @Test
  @DisplayName("B289: of a pool of N, N - 1 are for deliveries; on SQLite and H2 none is held")
  default void deliveries_leave_one_connection_of_the_pool() throws Exception {
    AdvisoryLocks jobs = jobs();
    String group = QueueFixture.newGroup();
    for (int i = 0; i < 5; i++) {
      jobs.insert(group, "k" + i, "x");
    }
    int most = queue().database().kind().isServer() ? 2 : 5;
    try (HikariDataSource pool = queue().database().pool(3)) {
      Gate<String> gate = Gate.then(Outcome.ack());
      Events events = new Events();
      Rowqueue rowqueue =
          Rowqueue.on(pool)
              .pollInterval(QueueFixture.POLL)
              .listener(events)
              .subscribe(jobs.subscription(group).workers(5).handle(gate))
              .start();
      try {
        gate.awaitEntered(most);
        try (var lent = pool.getConnection()) {
          assertThat(lent.isValid(5)).isTrue();
        }
        assertThat(gate.count()).isEqualTo(most);
        gate.open();
        events.awaitSettled(5);
      } finally {
        gate.open();
        rowqueue.close();
      }
    }
  }
}
