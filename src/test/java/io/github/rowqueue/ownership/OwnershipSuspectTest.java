package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The suspects of SPEC 3: rows whose holder died. */
final class OwnershipSuspectTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

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
}
