package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of SPEC 13 about the expiry of a lease, 1 to 3 and 7, each attacked with faults. */
final class OwnershipExpiryTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String[] EXTENSIONS = {
    "lease/extend", "lease/extend-batch", "lease/lock-batch"
  };

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_01_a_delivery_keeps_every_expiry_it_may_have_written(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault lost = bench.faults.on("lease/extend").times(2).cutsAfter();
      Subscription subscription =
          jobs()
              .lease(Duration.ofSeconds(6))
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  });
      bench.start(subscription);
      await("two answers lost", () -> lost.hits() == 2);
      gate.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(bench.count("jobs", "1 = 1")).isZero();
      // B75 (departed from): not only the old token, but each that may stand there; and it is told.
      assertThat(log.all()).anyMatch(line -> line.contains("an extension failed"));
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_01_a_delivery_leaves_the_extensions_before_its_settlement_is_sent(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      bench.insert("jobs", "quick", "slow");
      Fault hung = bench.faults.on("lease/ack").waitsBefore(answer);
      bench.start(
          jobs()
              .workers(2)
              .lease(Duration.ofSeconds(6))
              .handle(
                  (message, delivery) -> {
                    if (message.equals("slow")) {
                      await(gate);
                    }
                    return Outcome.ack();
                  }));
      hung.awaitHit();
      String quick = bench.text("locked_until", "jobs", bench.is("payload", "quick"));
      String slow = bench.text("locked_until", "jobs", bench.is("payload", "slow"));
      if (kind != DatabaseKind.SQLITE) { // there the hung write holds the one writer's lane
        await(
            "the other lease is extended on another connection (rule 3)",
            () -> !slow.equals(bench.text("locked_until", "jobs", bench.is("payload", "slow"))));
      }
      assertThat(bench.text("locked_until", "jobs", bench.is("payload", "quick"))).isEqualTo(quick);
      answer.countDown();
      gate.countDown();
      await("settled", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsOnly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_02_an_extension_never_writes_a_smaller_expiry(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      SettableClock clock = new SettableClock();
      bench.insert("jobs", "one");
      bench.start(
          bench
              .rowqueue(
                  jobs()
                      .lease(Duration.ofSeconds(4))
                      .handle(
                          (message, delivery) -> {
                            await(gate);
                            return Outcome.ack();
                          }))
              .clock(clock));
      await("started", () -> !bench.seen.started.isEmpty());
      clock.move(Duration.ofHours(-1));
      List<String> expiries = new ArrayList<>();
      await(
          "extensions on the clock the claim was made by",
          () -> {
            String expiry = bench.text("locked_until", "jobs", "1 = 1");
            if (!expiries.contains(expiry)) {
              expiries.add(expiry);
            }
            return expiries.size() == 4;
          });
      assertThat(expiries).as("each later than the one before").isSorted();
      assertThat(bench.seen.lost).isEmpty();
      gate.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_03_an_extension_that_fails_is_tried_on_another_connection_at_once(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault cut = bench.faults.on("lease/extend").cutsBefore();
      bench.start(
          jobs()
              .lease(Duration.ofSeconds(6))
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  }));
      cut.awaitHit();
      await("tried again", () -> bench.faults.count("lease/extend") >= 2);
      gate.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_03_the_handler_is_told_when_the_last_confirmed_expiry_passes(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch told = new CountDownLatch(1);
      AtomicBoolean lost = new AtomicBoolean();
      bench.insert("jobs", "one");
      bench.faults.on(EXTENSIONS).always().cutsBefore();
      Fault sweeps = bench.faults.on("lease/claim-suspect").skip(1).always().cutsBefore();
      bench.start(
          jobs()
              .lease(Duration.ofSeconds(4))
              .handle(
                  (message, delivery) -> {
                    delivery.onLost(
                        () -> {
                          throw new IllegalStateException("a callback of the service fails");
                        });
                    delivery.onLost(told::countDown);
                    await(told);
                    lost.set(delivery.isLost());
                    return Outcome.ack();
                  }));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(lost).isTrue();
      assertThat(bench.seen.lost).hasSize(1);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      sweeps.lift();
    }
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#withRowLocks")
  void rule_07_one_locked_row_does_not_lose_the_other_leases(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind, 12)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "1", "2", "3", "4", "5");
      bench.start(
          jobs()
              .workers(5)
              .lease(Duration.ofSeconds(6))
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  }));
      await("all in work", () -> bench.seen.started.size() == 5);
      long locked = bench.seen.started.stream().min(Long::compare).orElseThrow();
      try (Connection other = bench.database().dataSource().getConnection();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute(
            "select * from %s where %s for update"
                .formatted(bench.q("jobs"), bench.is("id", locked)));
        await("its lease runs out", () -> bench.seen.lost.contains(locked));
        other.rollback();
      }
      assertThat(bench.seen.lost).containsExactly(locked);
      gate.countDown();
      await("settled", () -> bench.seen.settled.size() >= 5);
      assertThat(bench.seen.settled.stream().filter(Settled.ACKED::equals).count())
          .isGreaterThanOrEqualTo(4);
    }
  }
}
