package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.plainJobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of SPEC 13 about who may start and settle a leased row, 4 to 6 and 8, each attacked
 * with faults.
 */
final class OwnershipLeaseTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  /** The statement after which a claim's rows are leased, and its answer still to come. */
  private static String claimEnd(DatabaseKind kind) {
    return switch (kind) {
      case POSTGRESQL, SQLITE -> "lease/claim";
      case MYSQL, MARIADB, H2 -> "lease/claim-stamp";
    };
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_04_a_handler_starts_only_while_half_its_lease_is_left(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      SettableClock clock = new SettableClock();
      AtomicBoolean extendedFirst = new AtomicBoolean();
      bench.insert("jobs", "one");
      bench.faults.on(claimEnd(kind)).runsAfter(any -> clock.move(Duration.ofSeconds(16)));
      bench.start(
          bench
              .rowqueue(
                  jobs()
                      .handle(
                          (message, delivery) -> {
                            extendedFirst.set(bench.faults.count("lease/extend") == 1);
                            return Outcome.ack();
                          }))
              .clock(clock));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(extendedFirst).isTrue();
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_04_what_cannot_be_extended_is_given_up_with_its_attempt(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      SettableClock clock = new SettableClock();
      bench.insert("jobs", "one");
      bench.faults.on(claimEnd(kind)).runsAfter(any -> clock.move(Duration.ofSeconds(16)));
      bench.faults.on("lease/extend").times(2).cutsBefore();
      bench.start(bench.rowqueue(jobs().handle((message, delivery) -> Outcome.ack())).clock(clock));
      await("acked in the end", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.seen.settled).containsExactly(Settled.RELEASED, Settled.ACKED);
      assertThat(bench.seen.attempts).as("the given up attempt is not spent").containsExactly(1L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_05_a_release_is_not_repeated_after_an_unknown_outcome(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      SettableClock clock = new SettableClock();
      bench.insert("jobs", "one");
      bench.faults.on(claimEnd(kind)).runsAfter(any -> clock.move(Duration.ofSeconds(16)));
      bench.faults.on("lease/extend").times(2).cutsBefore();
      bench.faults.on("lease/release").cutsAfter();
      bench.start(bench.rowqueue(jobs().handle((message, delivery) -> Outcome.ack())).clock(clock));
      await("acked in the end", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.faults.count("lease/release")).isEqualTo(1);
      assertThat(bench.seen.attempts).as("given back exactly once").containsExactly(1L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_05_without_an_attempt_no_outcome_that_clears_the_lease_is_repeated(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      AtomicInteger runs = new AtomicInteger();
      bench.insert("plain_jobs", "one");
      bench.faults.on("lease/retry").cutsAfter();
      bench.start(
          plainJobs()
              .handle(
                  (message, delivery) ->
                      runs.incrementAndGet() == 1 ? Outcome.retry() : Outcome.ack()));
      await("acked in the end", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.faults.count("lease/retry")).isEqualTo(1);
      assertThat(runs).hasValue(2);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_06_a_row_does_not_start_while_its_earlier_handler_still_runs_here(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger inWork = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      SettableClock clock = new SettableClock();
      bench.insert("jobs", "one");
      bench.start(
          bench
              .rowqueue(
                  jobs()
                      .workers(3)
                      .handle(
                          (message, delivery) -> {
                            most.accumulateAndGet(inWork.incrementAndGet(), Math::max);
                            await(gate);
                            inWork.decrementAndGet();
                            return Outcome.ack();
                          }))
              .clock(clock));
      await("started", () -> inWork.get() == 1);
      clock.move(Duration.ofSeconds(31));
      await(
          "claimed again and given back",
          () -> log.all().stream().anyMatch(line -> line.contains("still runs here")));
      await("given back", () -> bench.faults.count("lease/release") > 0);
      gate.countDown();
      await("the late holder's token is gone", () -> bench.seen.settled.contains(Settled.LOST));
      clock.move(Duration.ofSeconds(10));
      await("acked by the next", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.seen.settled).containsExactlyInAnyOrder(Settled.LOST, Settled.ACKED);
      assertThat(most).hasValue(1);
      assertThat(bench.seen.attempts).as("the lost lease alone is spent").containsExactly(1L, 2L);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = "SQLITE",
      mode = EnumSource.Mode.EXCLUDE) // there the settlement holds the one writer's lane
  void rule_06_a_row_retried_here_is_claimed_although_the_answer_is_still_on_its_way(
      DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch answer = new CountDownLatch(1);
      AtomicInteger runs = new AtomicInteger();
      bench.insert("jobs", "one");
      bench.faults.on("lease/retry").waitsAfter(answer);
      bench.start(
          jobs()
              .workers(2)
              .handle(
                  (message, delivery) -> {
                    if (runs.incrementAndGet() == 1) {
                      return Outcome.retry();
                    }
                    answer.countDown();
                    return Outcome.ack();
                  }));
      await("acked", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.faults.count("lease/release")).isZero();
      assertThat(bench.seen.attempts).containsExactly(1L, 2L);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_08_a_settlement_is_repeated_with_its_token_until_the_database_is_back(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      bench.faults.on("lease/ack").times(4).cutsBefore();
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.faults.count("lease/ack")).isEqualTo(5);
      assertThat(bench.seen.started).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_08_no_row_after_an_unknown_outcome_is_told_apart_from_a_lost_one(DatabaseKind kind)
      throws Exception {
    for (Outcome outcome :
        List.of(Outcome.ack(), Outcome.retryAfter(Duration.ofHours(1)), Outcome.drop())) {
      try (Workbench bench = new Workbench(kind)) {
        bench.insert("jobs", "one");
        bench.faults.on("lease/ack", "lease/retry-after").cutsAfter();
        bench.start(jobs().workers(2).interruptOnLoss().handle((message, delivery) -> outcome));
        await("settled", () -> !bench.seen.settled.isEmpty());
        assertThat(bench.seen.settled).doesNotContain(Settled.LOST, Settled.FAILED);
        assertThat(bench.seen.lost).isEmpty();
        assertThat(bench.seen.started).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_08_a_row_that_another_took_meanwhile_is_left_alone(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      bench
          .faults
          .on("lease/ack")
          .runsBefore(
              any -> {
                bench.execute(
                    "update %s set %s = %s + 1"
                        .formatted(bench.q("jobs"), bench.q("attempt"), bench.q("attempt")));
                throw new java.sql.SQLException("cut by a test", "08006", 0);
              });
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.LOST);
      assertThat(bench.count("jobs", "1 = 1")).isEqualTo(1);
      assertThat(Objects.requireNonNull(bench.seen.started)).hasSize(1);
    }
  }
}
