package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What close() does with statements that are under way. */
final class OwnershipShutdownTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";

  /** Starts close() on a thread of its own and waits until it waits. */
  private static Thread closing(Rowqueue rowqueue) throws Exception {
    Thread closing = new Thread(rowqueue::close);
    closing.start();
    await("close() waits", () -> closing.getState() == Thread.State.TIMED_WAITING);
    return closing;
  }

  /** A Rowqueue that acks, one statement of which is held. */
  private static Rowqueue startedUntil(
      Fault held, Workbench bench, SubscriptionBuilder<String> jobs) throws Exception {
    Rowqueue rowqueue = bench.start(jobs.handle((message, delivery) -> Outcome.ack()));
    held.awaitHit();
    return rowqueue;
  }

  private static void join(Thread closing) throws InterruptedException {
    closing.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(closing.isAlive()).as("close() still runs").isFalse();
  }

  @Test
  @DisplayName("B288: a claim that ends after close() keeps no connection of the pool")
  void a_claim_that_ends_after_close_leaves_no_connection_behind() throws Exception {
    try (Workbench bench = new Workbench(DatabaseKind.H2)) {
      CountDownLatch hangs = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      OwnStatements own =
          OwnStatements.builder()
              .claim(
                  (connection, wanted) -> {
                    hangs.countDown();
                    awaitAnswer(gate);
                    return List.of(1L);
                  })
              .build();
      bench.insertAbandoned("jobs", 1, "one");
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(jobs().statements(own).handle((message, delivery) -> Outcome.ack()))
                  .drainTimeout(Duration.ofMillis(50)));
      await(hangs);
      rowqueue.close();
      gate.countDown();
      await("given back", () -> bench.seen.settled.contains(Settled.RELEASED));
      await("no connection is kept", () -> inUse(bench) == 0);
      assertThat(bench.count("jobs", bench.is("attempt", 2))).isEqualTo(1);
    }
  }

  private static void awaitAnswer(CountDownLatch gate) {
    try {
      await(gate);
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B284: close waits for a lease settlement in flight")
  void close_waits_for_a_lease_settlement_in_flight(DatabaseKind kind) throws Exception {
    settlementInFlight(kind, "jobs", "lease/ack");
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName("B284: close waits for a row lock settlement in flight")
  void close_waits_for_a_row_lock_settlement_in_flight(DatabaseKind kind) throws Exception {
    settlementInFlight(kind, "locked_jobs", "row-lock/ack");
  }

  private static void settlementInFlight(DatabaseKind kind, String table, String statement)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch answer = new CountDownLatch(1);
      bench.insert(table, "one");
      Fault held = bench.faults.on(statement).waitsBefore(answer);
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(
                      (table.equals("jobs") ? jobs() : lockedJobs())
                          .handle((message, delivery) -> Outcome.ack()))
                  .drainTimeout(Duration.ofSeconds(30)));
      held.awaitHit();
      Thread closing = closing(rowqueue);
      assertThat(bench.seen.settled).isEmpty();
      answer.countDown();
      join(closing);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.count(table, "1 = 1")).isZero();
      assertThat(rowqueue.summary().interrupted()).isZero();
      assertThat(rowqueue.summary().stillRunning()).isEmpty();
      await("no connection is kept", () -> inUse(bench) == 0);
    }
  }

  private static int inUse(Workbench bench) {
    return bench.pool.getHikariPoolMXBean().getActiveConnections();
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName("B285: close waits for a row lock claim under way, and its transaction is undone")
  void close_waits_for_a_claim_under_way(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch answer = new CountDownLatch(1);
      bench.insert("locked_jobs", "one");
      Fault held = bench.faults.on("row-lock/claim").waitsAfter(answer);
      Rowqueue rowqueue = startedUntil(held, bench, lockedJobs());
      Thread closing = closing(rowqueue);
      answer.countDown();
      join(closing);
      assertThat(bench.seen.started).isEmpty();
      await("its connection is back", () -> inUse(bench) == 0);
      assertThat(bench.count("locked_jobs", bench.is("attempt", 1))).isEqualTo(1);
      bench.start(lockedJobs().handle((message, delivery) -> Outcome.ack()));
      await("the row is free", () -> bench.seen.settled.contains(Settled.ACKED));
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
      Thread closing = closing(rowqueue);
      claimed.countDown();
      closing.join();
      assertThat(bench.seen.started).isEmpty();
      assertThat(
              bench.count("jobs", bench.isNull("locked_until") + " and " + bench.is("attempt", 1)))
          .isEqualTo(2);
      assertThat(rowqueue.summary().interrupted()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B286: a release nobody confirms costs close its connection and the row its lease")
  void a_release_nobody_confirms_keeps_close_from_nothing(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch never = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault cut = bench.faults.on("lease/release").cutsBefore();
      Rowqueue rowqueue =
          bench.start(
              bench
                  .rowqueue(
                      jobs()
                          .lease(Duration.ofSeconds(4))
                          .handle(
                              (message, delivery) -> {
                                never.await();
                                return Outcome.ack();
                              }))
                  .drainTimeout(Duration.ofMillis(50)));
      await("in work", () -> !bench.seen.started.isEmpty());
      rowqueue.close();
      assertThat(cut.hits()).isEqualTo(1);
      assertThat(bench.seen.settled).containsExactly(Settled.FAILED);
      assertThat(rowqueue.summary().interrupted()).isEqualTo(1);
      assertThat(rowqueue.summary().stillRunning()).isEmpty();
      await("the cut connection is not kept", () -> inUse(bench) == 0);
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      await("the lease ran out", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.seen.attempts).as("the release was not written").containsExactly(1L, 2L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B287: a claim under way keeps neither the service's pool nor close from ending")
  void a_pool_closed_beneath_a_claim_closes(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch answer = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault held = bench.faults.on("lease/claim").waitsBefore(answer);
      Rowqueue rowqueue = startedUntil(held, bench, jobs());
      CompletableFuture.runAsync(bench.pool::close).get(30, TimeUnit.SECONDS);
      answer.countDown();
      await("claims fail", () -> bench.seen.failures.size() > 1);
      CompletableFuture.runAsync(rowqueue::close).get(30, TimeUnit.SECONDS);
      assertThat(bench.seen.started.size()).isLessThanOrEqualTo(1);
      assertThat(bench.count("jobs", "1 = 1") + bench.seen.settled.size())
          .as("nothing lost: the row is there, or was acked")
          .isGreaterThanOrEqualTo(1);
    }
  }
}
