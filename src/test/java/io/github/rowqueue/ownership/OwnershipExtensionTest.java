package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC 13, rule 3: what a try of an extension may cost that waits for something. */
final class OwnershipExtensionTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  /** On SQLite a statement that hangs holds the only writer there is: no other try can help. */
  static Stream<DatabaseKind> manyWriters() {
    return Workbench.withRowLocks();
  }

  private static Subscription handledUntil(CountDownLatch end) {
    return jobs()
        .lease(Duration.ofSeconds(6))
        .handle(
            (message, delivery) -> {
              await(end);
              return Outcome.ack();
            });
  }

  @ParameterizedTest
  @MethodSource("manyWriters")
  void rule_03_a_try_that_hangs_is_given_up_and_neither_the_next_nor_the_settlement_waits_for_it(
      DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch hung = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault hangs = bench.faults.on("lease/extend").waitsBefore(hung);
      bench.start(handledUntil(end));
      hangs.awaitHit();
      String first = bench.text("locked_until", "jobs", "1 = 1");
      await(
          "extended by another try",
          () -> !first.equals(bench.text("locked_until", "jobs", "1 = 1")));
      end.countDown();
      await("settled while the first try hangs", () -> !bench.seen.settled.isEmpty());
      assertThat(hangs.hits()).isEqualTo(1);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      hung.countDown();
    }
  }

  @ParameterizedTest
  @MethodSource("manyWriters")
  void rule_03_a_try_that_was_given_up_changes_nothing_when_it_goes_on(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch hung = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault hangs = bench.faults.on("lease/extend").waitsBefore(hung);
      bench.start(handledUntil(end));
      hangs.awaitHit();
      await("tried again", () -> bench.faults.count("lease/extend") >= 2);
      hung.countDown();
      await("a later round", () -> bench.faults.count("lease/extend") >= 4);
      assertThat(bench.seen.lost)
          .as("it found no row with its token, which says nothing")
          .isEmpty();
      end.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      await(
          "every connection is back",
          () -> bench.pool.getHikariPoolMXBean().getActiveConnections() <= 1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_03_a_try_that_waits_for_the_pool_is_given_up_too(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch drained = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      bench.insert("jobs", "one");
      // No polls: the next loan from the pool is the second try's.
      bench.start(bench.rowqueue(handledUntil(end)).pollInterval(Duration.ofMinutes(10)));
      await("started", () -> !bench.seen.started.isEmpty());
      AtomicReference<Fault> waits = new AtomicReference<>();
      Fault broken =
          bench
              .faults
              .on("lease/extend")
              .runsBefore(
                  reserved -> {
                    waits.set(bench.faults.on("connection").waitsBefore(drained));
                    throw new SQLException("the reserved connection breaks", "08006", 0);
                  });
      broken.awaitHit();
      await("extended in a later round", () -> bench.faults.count("lease/extend") >= 3);
      assertThat(waits.get().hits()).isEqualTo(1);
      end.countDown();
      await("settled while the pool's answer is out", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      drained.countDown();
    }
  }
}
