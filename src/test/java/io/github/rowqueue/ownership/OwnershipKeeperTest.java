package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.testing.LogLines;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where a settlement, an extension and another transaction meet on one leased row. */
final class OwnershipKeeperTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B74: a settlement waits for the extension in flight and goes by what it left")
  void a_settlement_waits_for_the_extension_in_flight(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch handlerEnds = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      AtomicReference<Thread> worker = new AtomicReference<>();
      bench.insert("jobs", "one");
      AtomicReference<String> before = new AtomicReference<>();
      Fault sent = bench.faults.on("lease/extend").runsBefore(any -> before.set(expiry(bench)));
      Fault extension = bench.faults.on("lease/extend").waitsAfter(answer);
      bench.start(
          jobs()
              .lease(Duration.ofSeconds(24)) // given up after a sixth, it is waited for no more
              .handle(
                  (message, delivery) -> {
                    worker.set(Thread.currentThread());
                    await(handlerEnds);
                    return Outcome.ack();
                  }));
      await("in work", () -> worker.get() != null);
      await("an extension", Duration.ofSeconds(60), () -> extension.hits() == 1);
      assertThat(sent.hits()).isEqualTo(1);
      await(
          "it is written, and its answer on its way",
          () -> kind == DatabaseKind.SQLITE || !before.get().equals(expiry(bench)));
      handlerEnds.countDown();
      await("the handler has returned", () -> bench.seen.ended.get() == 1);
      await("its settlement waits", () -> worker.get().getState() == Thread.State.WAITING);
      assertThat(bench.faults.count("lease/ack")).isZero();
      answer.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(bench.faults.count("lease/ack")).isEqualTo(1);
      assertThat(bench.count("jobs", "1 = 1")).isZero();
    }
  }

  private static String expiry(Workbench bench) {
    return bench.text("locked_until", "jobs", "1 = 1");
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B77: a settlement that breaks off leaves a lease that nobody extends")
  void a_settlement_that_breaks_off_leaves_a_lease_that_nobody_extends(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      bench.insert("jobs", "one");
      bench
          .faults
          .on("lease/ack")
          .runsBefore(
              any -> {
                throw new IllegalStateException("a defect of the driver");
              });
      bench.start(jobs().lease(Duration.ofSeconds(6)).handle((message, delivery) -> Outcome.ack()));
      await("delivered again", () -> bench.seen.settled.contains(Settled.ACKED));
      assertThat(bench.faults.count("lease/extend", "lease/extend-batch"))
          .as("extensions of the lease nobody would use")
          .isZero();
      assertThat(bench.seen.attempts).containsExactly(1L, 2L);
      assertThat(log.errors())
          .anySatisfy(line -> assertThat(line).contains("row 1", "come back when their lease"));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB", "H2"})
  @DisplayName("B81: a claim locks, stamps all rows in one statement, and commits")
  void a_claim_locks_stamps_and_commits(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "1", "2", "3");
      bench.start(
          jobs()
              .workers(3)
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  }));
      await("all in work", () -> bench.seen.started.size() == 3);
      List<String> executed = bench.faults.executed();
      int stamp = executed.indexOf("lease/claim-stamp");
      assertThat(executed.subList(stamp - 1, stamp + 2))
          .containsExactly("lease/claim", "lease/claim-stamp", "commit");
      assertThat(bench.faults.count("lease/claim-stamp")).isEqualTo(1);
      gate.countDown();
      await("settled", () -> bench.seen.settled.size() == 3);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"MYSQL", "MARIADB", "H2"})
  @DisplayName("B81: rows another transaction has locked or taken are left out of a claim")
  void rows_another_has_locked_or_taken_are_left_out(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "locked", "taken", "free");
      if (kind == DatabaseKind.H2) { // between the look at the candidates and the locking read
        bench.faults.on("lease/claim-candidates").runsAfter(any -> lease(bench, 2));
      } else {
        bench.faults.on("lease/claim").runsBefore(any -> lease(bench, 2));
      }
      try (Connection other = bench.database().dataSource().getConnection();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute(
            "select * from %s where %s for update".formatted(bench.q("jobs"), bench.is("id", 1)));
        bench.start(jobs().workers(3).handle((message, delivery) -> Outcome.ack()));
        await("the free one", () -> bench.seen.settled.size() == 1);
        int claims = bench.seen.claims.get();
        await("others found none", () -> bench.seen.claims.get() > claims + 2);
        assertThat(bench.seen.started).containsExactly(3L);
        other.rollback();
      }
      await("the one that was locked", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.started).containsExactly(3L, 1L);
      assertThat(bench.count("jobs", bench.is("payload", "taken"))).isEqualTo(1);
    }
  }

  private static void lease(Workbench bench, int id) throws Exception {
    bench.execute(
        "update %s set %s = %s, %s = 2 where %s"
            .formatted(
                bench.q("jobs"),
                bench.q("locked_until"),
                "timestamp '2100-01-01 00:00:00'",
                bench.q("attempt"),
                bench.is("id", id)));
  }
}
