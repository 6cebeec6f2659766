package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.OwnStatements;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Own settlements keep the rules of SPEC 13 too, attacked with faults. */
final class OwnershipOwnSqlTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";

  /** An ack that keeps the row, and counts how often it took effect. */
  private static String ack(Workbench bench) {
    return "update %s set %s = 'audit', %s = null, %s = %s + 1 where %s = :id"
        .formatted(
            bench.q("jobs"),
            bench.q("grp"),
            bench.q("locked_until"),
            bench.q("priority"),
            bench.q("priority"),
            bench.q("id"));
  }

  private static OwnStatements own(Workbench bench) {
    return OwnStatements.builder().ack(ack(bench)).build();
  }

  private static long audited(Workbench bench) throws Exception {
    return bench.count("jobs", bench.is("grp", "audit") + " and " + bench.is("priority", 1));
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_08_an_own_settlement_whose_answer_was_lost_takes_effect_once(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      AtomicReference<Fault> lost = new AtomicReference<>();
      bench.start(
          jobs()
              .statements(own(bench))
              .handle(
                  (message, delivery) -> {
                    // The only worker is here, so that the next commit is the settlement's.
                    lost.set(bench.faults.on("commit").cutsAfter());
                    return Outcome.ack();
                  }));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(lost.get().hits()).isEqualTo(1);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(audited(bench)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_08_an_own_settlement_that_met_contention_is_repeated(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      String sent = ack(bench).replace(":id", "?");
      Fault.Plan plan = bench.faults.on(sent).times(2);
      Fault contention =
          kind == DatabaseKind.SQLITE ? plan.fails(null, 5) : plan.fails("40001", 1213);
      bench.start(jobs().statements(own(bench)).handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(contention.hits()).isEqualTo(2);
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(audited(bench)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_01_an_own_settlement_finds_the_row_by_every_expiry_it_may_carry(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      bench.insert("jobs", "one");
      Fault lost = bench.faults.on("lease/extend").times(2).cutsAfter();
      bench.start(
          jobs()
              .lease(Duration.ofSeconds(6))
              .statements(own(bench))
              .handle(
                  (message, delivery) -> {
                    await(gate);
                    return Outcome.ack();
                  }));
      await("two answers lost", () -> lost.hits() == 2);
      gate.countDown();
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.ACKED);
      assertThat(bench.seen.lost).isEmpty();
      assertThat(audited(bench)).isEqualTo(1);
    }
  }
}
