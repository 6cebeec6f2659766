package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of SPEC 13 about loops and waits, 20 to 25, and the suspects of SPEC 3. */
final class OwnershipLoopTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_20_a_row_retried_in_a_loop_is_paced(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      AtomicInteger runs = new AtomicInteger();
      bench.insert("jobs", "loop");
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(
                      jobs()
                          .workers(2)
                          .handle(
                              (message, delivery) -> {
                                runs.incrementAndGet();
                                return Outcome.retry();
                              }),
                      Workbench.plainJobs().handle((message, delivery) -> Outcome.ack()))
                  .pollInterval(Duration.ofSeconds(2)));
      await("looping", () -> runs.get() > 0);
      // The other queue's poll is the clock: its row is found 2 s after its first, empty claim.
      bench.insert("plain_jobs", "tick");
      await("a poll interval passed", () -> bench.count("plain_jobs", "1 = 1") == 0);
      assertThat(runs.get()).as("50, 100, 200, 400, 800 ms, ... between them").isLessThan(12);
      assertThat(bench.faults.count("lease/claim")).isLessThan(40);
      rowqueue.close();
    }
  }

  @Test
  void rule_22_one_writer_lane_keeps_busy_from_everybody() throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.SQLITE, 10);
        LogLines log = new LogLines()) {
      int producers = 4;
      int each = 50;
      List<String> handled = new CopyOnWriteArrayList<>();
      Rowqueue rowqueue =
          bench.start(
              jobs()
                  .workers(4)
                  .handle(
                      (message, delivery) -> {
                        handled.add(message);
                        return Outcome.ack();
                      }));
      Rowqueue second =
          bench.start(
              jobs()
                  .workers(2)
                  .handle(
                      (message, delivery) -> {
                        handled.add(message);
                        return Outcome.ack();
                      }));
      ExecutorService threads = Executors.newFixedThreadPool(producers);
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < producers; i++) {
        String name = "p" + i + "-";
        done.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < each; n++) {
                    rowqueue
                        .publisher(Job.class)
                        .publish(
                            new Job(
                                0, Workbench.GROUP, 0, Workbench.now(), 0, null, null, name + n));
                  }
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
      threads.shutdown();
      await("all handled", () -> handled.size() >= producers * each);
      rowqueue.close();
      second.close();
      assertThat(handled).doesNotHaveDuplicates().hasSize(producers * each);
      assertThat(bench.seen.failures).isEmpty();
      assertThat(bench.seen.attempts).containsOnly(1L);
      assertThat(log.all()).noneMatch(line -> line.contains("failed"));
    }
  }

  @Test
  void rule_22_busy_spends_no_attempt() throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.SQLITE)) {
      bench.insert("jobs", "one");
      bench.faults.on("lease/claim").times(3).fails(null, 5);
      bench.faults.on("lease/ack").times(2).fails(null, 5);
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.attempts).containsExactly(1L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_pool_drained_by_the_service_starves_no_settlement(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "first", "second");
      bench.start(
          jobs()
              .workers(3)
              .handle(
                  (message, delivery) -> {
                    if (message.equals("second")) {
                      await(gate);
                    }
                    return Outcome.ack();
                  }));
      await(
          "the first settled: the connection for that is borrowed",
          () -> bench.seen.settled.size() == 1);
      try (Connection one = bench.pool.getConnection();
          Connection two = bench.pool.getConnection()) {
        assertThat(one).isNotSameAs(two);
        await(
            "a claim waits for the pool",
            () -> bench.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
        gate.countDown();
        await("settled all the same", () -> bench.seen.settled.size() == 2);
      }
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#servers")
  void rule_23_statements_run_read_committed_and_connections_come_back_as_they_were(
      DatabaseKind kind) throws Exception {
    String[] settings =
        kind == DatabaseKind.POSTGRESQL
            ? new String[] {
              "do $$ begin execute format('alter database %I set default_transaction_isolation ="
                  + " ''repeatable read''', current_database()); end $$"
            }
            : new String[0]; // REPEATABLE READ is the default there
    try (Workbench bench = new Workbench(kind, 3, settings)) {
      bench.insert("jobs", "one", "two", "three");
      bench.insert("locked_jobs", "one", "two", "three");
      List<String> levels = new CopyOnWriteArrayList<>();
      List<String> sessions = new CopyOnWriteArrayList<>();
      bench
          .faults
          .on("lease/claim", "lease/ack", "row-lock/claim", "row-lock/ack")
          .always()
          .runsBefore(
              connection -> {
                if (kind == DatabaseKind.POSTGRESQL) {
                  levels.add(one(connection, "show transaction_isolation"));
                  sessions.add(one(connection, "show default_transaction_isolation"));
                }
              });
      Rowqueue rowqueue =
          bench.start(
              jobs().handle((message, delivery) -> Outcome.ack()),
              lockedJobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> bench.seen.settled.size() == 6);
      rowqueue.close();
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(new HashSet<>(levels)).isSubsetOf("read committed");
      assertThat(new HashSet<>(sessions))
          .as("never as state of the session")
          .isSubsetOf("repeatable read");
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Connection connection = bench.pool.getConnection();
        all.add(connection);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.getTransactionIsolation())
            .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(connection.getNetworkTimeout()).isZero();
        String level =
            switch (kind) {
              case POSTGRESQL -> "show transaction_isolation";
              case MYSQL -> "select @@session.transaction_isolation";
              default -> "select @@session.tx_isolation";
            };
        assertThat(one(connection, level).replace('-', ' ').toLowerCase(java.util.Locale.ROOT))
            .isEqualTo("repeatable read");
      }
      for (Connection connection : all) {
        connection.close();
      }
    }
  }

  private static String one(Connection connection, String sql) throws java.sql.SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_24_an_interrupt_that_comes_as_the_handler_ends_hits_no_sql(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      int rows = 60;
      String[] payloads = new String[rows];
      java.util.Arrays.setAll(payloads, Integer::toString);
      bench.insert("jobs", payloads);
      bench.start(
          jobs()
              .handlerTimeout(Duration.ofMillis(3))
              .handle(
                  (message, delivery) -> {
                    long end = System.nanoTime() + 3_000_000;
                    while (System.nanoTime() - end < 0) {
                      Thread.onSpinWait();
                    }
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == rows);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.failures).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_24_an_interrupt_does_not_reach_the_next_delivery(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "slow", "quick", "slow", "quick", "slow", "quick");
      AtomicInteger inherited = new AtomicInteger();
      bench.start(
          jobs()
              .handlerTimeout(Duration.ofSeconds(1)) // no quick handler takes as long
              .handle(
                  (message, delivery) -> {
                    if (message.equals("slow")) {
                      while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                      }
                    } else if (Thread.currentThread().isInterrupted()) {
                      inherited.incrementAndGet();
                    }
                    return Outcome.ack(); // a handler that leaves its interrupt standing
                  }));
      await("all settled", () -> bench.seen.settled.size() == 6);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.failures).isEmpty();
      assertThat(inherited).hasValue(0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_25_an_id_without_a_unique_index_is_refused(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.execute(
          "create table %s (%s bigint not null, %s bigint not null, %s %s, %s varchar(100), primary key (%s, %s))"
              .formatted(
                  bench.q("twins"),
                  bench.q("id"),
                  bench.q("other"),
                  bench.q("locked_until"),
                  kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB
                      ? "datetime(6)"
                      : "timestamp",
                  bench.q("payload"),
                  bench.q("id"),
                  bench.q("other")));
      Subscription subscription =
          Subscription.of("twins", Twin.class)
              .codec(Codecs.text())
              .handle((message, delivery) -> Outcome.ack());
      assertThatThrownBy(() -> bench.start(subscription))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("no unique index");
    }
  }

  @io.github.rowqueue.table.QueueTable("twins")
  record Twin(
      @io.github.rowqueue.table.Id long id,
      @io.github.rowqueue.table.LockedUntil
          java.time.@org.jspecify.annotations.Nullable Instant lockedUntil,
      @io.github.rowqueue.table.Payload String payload) {}

  @ParameterizedTest
  @MethodSource(DATABASES)
  void suspects_run_one_at_a_time(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      AtomicInteger inWork = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      bench.insert("jobs", "s1", "s2", "s3", "fresh");
      bench.abandon("jobs", 1, bench.q("payload") + " like 's%'");
      bench.start(
          jobs()
              .workers(4)
              .handle(
                  (message, delivery) -> {
                    if (message.startsWith("s")) {
                      most.accumulateAndGet(inWork.incrementAndGet(), Math::max);
                      for (int i = 0; i < 20; i++) {
                        Thread.yield();
                      }
                      inWork.decrementAndGet();
                    }
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == 4);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(most).hasValue(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void suspects_go_before_fresh_rows(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      List<String> order = new CopyOnWriteArrayList<>();
      bench.insert("jobs", "fresh", "s1", "s2", "s3");
      bench.abandon("jobs", 1, bench.q("payload") + " like 's%'");
      // One worker: with several, a fresh row is claimed later, but its handler may start first.
      bench.start(
          jobs()
              .workers(1)
              .handle(
                  (message, delivery) -> {
                    order.add(message);
                    return Outcome.ack();
                  }));
      await("all settled", () -> bench.seen.settled.size() == 4);
      assertThat(order).containsExactly("s1", "s2", "s3", "fresh");
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_suspect_in_its_last_attempt_runs_with_nothing_else_in_work(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger inWork = new AtomicInteger();
      AtomicInteger beside = new AtomicInteger(-1);
      AtomicBoolean ran = new AtomicBoolean();
      bench.insert("jobs", "slow");
      bench.start(
          jobs()
              .workers(4)
              .maxAttempts(2, DeadLetter.toGroup("dead"))
              .handle(
                  (message, delivery) -> {
                    inWork.incrementAndGet();
                    if (message.equals("slow")) {
                      await(gate);
                    } else if (message.equals("last")) {
                      beside.set(inWork.get());
                      ran.set(true);
                    }
                    inWork.decrementAndGet();
                    return Outcome.ack();
                  }));
      await("in work", () -> inWork.get() == 1);
      bench.insertAbandoned("jobs", 1, "last");
      await("given back, to be claimed alone", () -> bench.faults.count("lease/release") > 0);
      bench.insert("jobs", "fresh");
      await("given back once", () -> bench.seen.settled.contains(Settled.RELEASED));
      assertThat(ran).isFalse();
      assertThat(
              bench.count(
                  "jobs",
                  bench.is("payload", "last")
                      + " and "
                      + bench.is("attempt", 2)
                      + " and "
                      + bench.q("locked_until")
                      + " is not null"))
          .as("its attempt is given back and it stays a suspect")
          .isEqualTo(1);
      gate.countDown();
      await("all settled", () -> bench.count("jobs", "1 = 1") == 0);
      assertThat(beside).hasValue(1);
      assertThat(bench.seen.settled).doesNotContain(Settled.PARKED, Settled.LOST);
      assertThat(bench.faults.count("lease/release")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_suspect_beyond_its_cap_is_parked_without_being_run(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "poison", "fresh");
      bench.abandon("jobs", 2, bench.is("payload", "poison"));
      List<String> ran = new CopyOnWriteArrayList<>();
      bench.start(
          jobs()
              .workers(2)
              .maxAttempts(2, DeadLetter.toGroup("dead"))
              .handle(
                  (message, delivery) -> {
                    ran.add(message);
                    return Outcome.ack();
                  }));
      await("both settled", () -> bench.seen.settled.size() == 2);
      assertThat(ran).containsExactly("fresh");
      assertThat(bench.seen.settled).containsExactlyInAnyOrder(Settled.PARKED, Settled.ACKED);
      assertThat(bench.count("jobs", bench.is("grp", "dead"))).isEqualTo(1);
      assertThat(bench.text("last_error", "jobs", "1 = 1")).contains("lease expired");
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void row_lock_subscriptions_share_few_connections_without_standing_still(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      int rows = 60;
      String[] payloads = new String[rows];
      java.util.Arrays.setAll(payloads, Integer::toString);
      bench.insert("locked_jobs", payloads);
      bench.execute(
          "update %s set %s = 'b' where %s > 30"
              .formatted(bench.q("locked_jobs"), bench.q("grp"), bench.q("id")));
      bench.start(
          bench
              .rowqueue(
                  lockedJobs().workers(5).handle((message, delivery) -> Outcome.ack()),
                  Subscription.of("b", LockedJob.class)
                      .codec(Codecs.text())
                      .workers(5)
                      .handle((message, delivery) -> Outcome.ack()))
              .pollInterval(Duration.ofMillis(300)));
      await("all settled", () -> bench.seen.settled.size() == rows);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"SQLITE", "H2"})
  @DisplayName("B285: close waits for a claim under way, whose rows are given back")
  void rows_claimed_while_the_drain_begins_are_given_back(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch claimed = new CountDownLatch(1);
      bench.insert("jobs", "one", "two");
      var pause = bench.faults.on("lease/claim", "lease/claim-stamp").waitsAfter(claimed);
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(jobs().workers(2).handle((message, delivery) -> Outcome.ack()))
                  .drainTimeout(Duration.ofSeconds(30)));
      pause.awaitHit();
      Thread closing = new Thread(rowqueue::close);
      closing.start();
      await("closing", () -> closing.getState() == Thread.State.TIMED_WAITING);
      claimed.countDown();
      closing.join();
      assertThat(bench.seen.started).isEmpty();
      assertThat(
              bench.count("jobs", bench.isNull("locked_until") + " and " + bench.is("attempt", 1)))
          .isEqualTo(2);
      assertThat(rowqueue.summary().interrupted()).isZero();
    }
  }
}
