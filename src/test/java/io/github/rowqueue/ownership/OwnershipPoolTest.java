package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.error.StartException;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pool may do to a subscription: fail in its own way, run dry, or lose a connection. */
final class OwnershipPoolTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";
  private static final String FAILED =
      "the data source failed: java.lang.IllegalStateException: a pool of the service's own";

  private static Fault broken(Workbench bench) {
    return bench
        .faults
        .on("connection")
        .always()
        .runsBefore(
            any -> {
              throw new IllegalStateException("a pool of the service's own");
            });
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_data_source_that_raises_what_it_likes_loses_no_lease_and_ends_nothing(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      // The settlement loses its connection, and there is no other.
      Fault cut = bench.faults.on("lease/ack").cutsBefore();
      survives(bench, "jobs", jobs());
      assertThat(cut.hits()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void a_data_source_that_raises_what_it_likes_ends_no_row_lock_subscription(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      survives(bench, "locked_jobs", lockedJobs());
    }
  }

  private static void survives(
      Workbench bench, String table, SubscriptionBuilder<String> subscription) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    bench.insert(table, "one");
    bench.start(
        subscription
            .errorBackoff(Backoff.fixed(Duration.ofMillis(50)))
            .handle(
                (message, delivery) -> {
                  await(gate);
                  return Outcome.ack();
                }));
    await("in work", () -> bench.seen.started.size() == 1);
    Fault broken = broken(bench);
    gate.countDown();
    await("asked for connections in vain", () -> broken.hits() >= 5);
    await(
        "told so",
        () ->
            bench.seen.failures.stream()
                .anyMatch(failure -> String.valueOf(failure.getMessage()).contains(FAILED)));
    broken.lift();
    await("settled", () -> bench.seen.settled.size() == 1);
    bench.insert(table, "two");
    await("the subscription goes on", () -> bench.seen.settled.size() == 2);
    assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
    assertThat(bench.seen.attempts).containsExactly(1L, 1L);
    assertThat(bench.seen.lost).isEmpty();
    assertThat(bench.count(table, "1 = 1")).isZero();
  }

  @Test
  void a_data_source_that_raises_what_it_likes_at_the_start_is_a_database_that_is_away()
      throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.H2)) {
      broken(bench);
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> bench.start(jobs().handle((message, delivery) -> Outcome.ack())))
          .withMessageContaining("no connection to the database: " + FAILED);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void the_connection_taken_at_the_start_extends_and_settles_while_the_pool_is_drained(
      DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "one");
      bench.start(
          jobs()
              .lease(Duration.ofSeconds(6))
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  }));
      await("in work", () -> !bench.seen.started.isEmpty());
      try (Connection one = bench.pool.getConnection();
          Connection two = bench.pool.getConnection()) {
        assertThat(one).isNotSameAs(two);
        assertThat(bench.pool.getHikariPoolMXBean().getIdleConnections())
            .as("drained: the third is kept since the start")
            .isZero();
        String claimed = bench.text("locked_until", "jobs", "1 = 1");
        await("extended", () -> !claimed.equals(bench.text("locked_until", "jobs", "1 = 1")));
        gate.countDown();
        await("settled", () -> !bench.seen.settled.isEmpty());
      }
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(bench.count("jobs", "1 = 1")).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.OwnershipTransactionTest#databasesAndTables")
  @DisplayName("PAINS 45: twenty handlers in transactions on a pool of three have each effect once")
  void twenty_handlers_in_transactions_on_a_pool_of_three(DatabaseKind kind, String table)
      throws Exception {
    try (Workbench bench = new Workbench(kind, 3)) {
      OwnershipTransactionTest.createEffects(bench);
      String[] payloads = IntStream.range(0, 40).mapToObj(i -> "p" + i).toArray(String[]::new);
      bench.insert(table, payloads);
      bench.start(
          OwnershipTransactionTest.on(table)
              .workers(20)
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    OwnershipTransactionTest.write(connection, message);
                    return Outcome.ack();
                  }));
      await("all rows are done", () -> bench.count(table, "1 = 1") == 0);
      assertThat(OwnershipTransactionTest.effects(bench)).isEqualTo(payloads.length);
      assertThat(bench.value("select count(distinct what) from effects").toString())
          .isEqualTo(String.valueOf(payloads.length));
      assertThat(bench.seen.lost).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void a_transaction_cut_off_by_close_is_undone_and_its_late_outcome_changes_nothing(
      DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger interrupts = new AtomicInteger();
      bench.insert("locked_jobs", "one", "two");
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(
                      lockedJobs()
                          .workers(2)
                          .handle((message, delivery) -> deafUntil(gate, interrupts)))
                  .drainTimeout(Duration.ofMillis(50)));
      await("in work", () -> bench.seen.started.size() == 2);
      rowqueue.close();
      assertThat(rowqueue.summary().stillRunning())
          .containsExactlyInAnyOrder(
              "subscription \"orders\", table locked_jobs, row 1",
              "subscription \"orders\", table locked_jobs, row 2");
      assertThat(interrupts).hasValue(2);
      await("both rows are free", () -> free(bench) == 2);
      gate.countDown();
      await("both are over", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsOnly(Settled.FAILED);
      assertThat(bench.seen.failures)
          .extracting(Throwable::getMessage)
          .hasSize(2)
          .allSatisfy(
              text ->
                  assertThat(text)
                      .startsWith("subscription \"orders\", table locked_jobs, row ")
                      .contains("row-lock/abandon", "cut off by close(), since the handler"));
      assertThat(bench.count("locked_jobs", bench.is("attempt", 1)))
          .as("neither acked nor counted")
          .isEqualTo(2);
      await(
          "no connection is left behind",
          () -> bench.pool.getHikariPoolMXBean().getActiveConnections() == 0);
      bench.start(lockedJobs().handle((message, delivery) -> Outcome.ack()));
      await("delivered again", () -> bench.count("locked_jobs", "1 = 1") == 0);
      assertThat(bench.seen.attempts).isEqualTo(List.of(1L, 1L, 1L, 1L));
    }
  }

  /** A handler that takes no notice of an interrupt but to count it. */
  private static Outcome deafUntil(CountDownLatch gate, AtomicInteger interrupts) {
    while (true) {
      try {
        await(gate);
        return Outcome.ack();
      } catch (InterruptedException told) {
        interrupts.incrementAndGet();
      }
    }
  }

  private static int free(Workbench bench) throws Exception {
    try (Connection connection = bench.database().dataSource().getConnection();
        java.sql.Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      try (java.sql.ResultSet rows =
          statement.executeQuery(
              "select %s from %s for update skip locked"
                  .formatted(bench.q("id"), bench.q("locked_jobs")))) {
        int free = 0;
        while (rows.next()) {
          free++;
        }
        return free;
      } finally {
        connection.rollback();
      }
    }
  }
}
