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
import io.github.rowqueue.subscribe.Handler;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules 20, 22 and 25 of SPEC 13 about loops and waits, and what waits for a small pool. */
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
        LogLines log = LogLines.capture()) {
      int producers = 4;
      int each = 50;
      List<String> handled = new CopyOnWriteArrayList<>();
      Handler<String> collecting =
          (message, delivery) -> {
            handled.add(message);
            return Outcome.ack();
          };
      Rowqueue rowqueue = bench.start(jobs().workers(4).handle(collecting));
      Rowqueue second = bench.start(jobs().workers(2).handle(collecting));
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
}
