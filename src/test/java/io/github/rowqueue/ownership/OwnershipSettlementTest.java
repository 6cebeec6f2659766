package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static io.github.rowqueue.ownership.Workbench.lockedJobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.testing.LogLines;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of SPEC 13 about settlements, 12 to 14, and a subscription that nothing stops. */
final class OwnershipSettlementTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";
  private static final Backoff HOUR = Backoff.fixed(Duration.ofHours(1));

  /** A state and a code with which this database refuses a value for good. */
  private static Fault refuse(Fault.Plan plan, DatabaseKind kind) {
    return kind == DatabaseKind.SQLITE ? plan.fails(null, 19) : plan.fails("23514", 4025);
  }

  /** The database keeps the row from being deleted, by another table's reference or a trigger. */
  private static void refuseDeletes(Workbench bench, String table) throws SQLException {
    String jobs = bench.q(table);
    if (bench.kind == DatabaseKind.SQLITE) {
      bench.execute(
          "create trigger keep before delete on %s begin select raise(abort, 'kept'); end"
              .formatted(jobs));
      return;
    }
    String type = "bigint";
    bench.execute(
        "create table %s (%s %s primary key, foreign key (%s) references %s (%s))"
            .formatted(bench.q("notes"), bench.q("job"), type, bench.q("job"), jobs, bench.q("id")),
        "insert into %s select %s from %s".formatted(bench.q("notes"), bench.q("id"), jobs));
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_12_an_outcome_refused_for_good_is_replaced_by_the_failure_policys(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      bench.insert("jobs", "one");
      refuseDeletes(bench, "jobs");
      bench.start(jobs().backoff(HOUR).handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED);
      assertThat(bench.seen.started).hasSize(1);
      assertThat(bench.count("jobs", bench.isNull("locked_until"))).isEqualTo(1);
      assertThat(log.errors()).singleElement().asString().contains("refuses", "lease/ack");
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void rule_12_a_refused_row_lock_settlement_runs_once_more_and_then_waits(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("locked_jobs", "one");
      refuseDeletes(bench, "locked_jobs");
      bench.start(lockedJobs().backoff(HOUR).handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> bench.seen.settled.contains(Settled.RETRIED));
      assertThat(bench.seen.started).hasSizeLessThanOrEqualTo(2);
      assertThat(bench.count("locked_jobs", bench.is("attempt", 2))).isEqualTo(1);
      await("no connection is left behind", () -> active(bench) == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_12_a_row_whose_every_outcome_is_refused_stays_held_and_comes_back(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      SettableClock clock = new SettableClock();
      bench.insert("jobs", "one");
      Fault refused =
          refuse(bench.faults.on("lease/ack", "lease/retry-after", "lease/retry").always(), kind);
      bench.start(
          bench
              .rowqueue(jobs().workers(2).handle((message, delivery) -> Outcome.ack()))
              .clock(clock));
      await("refused", () -> bench.seen.settled.size() == 1);
      assertThat(bench.seen.settled).containsExactly(Settled.FAILED);
      assertThat(refused.hits()).as("ack, the policy's, and that without its text").isEqualTo(3);
      int claims = bench.seen.claims.get();
      await("the subscription goes on", () -> bench.seen.claims.get() > claims + 3);
      assertThat(bench.seen.started).hasSize(1);
      refused.lift();
      clock.move(Duration.ofSeconds(31));
      await("handled again once its lease ran out", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsExactly(Settled.FAILED, Settled.ACKED);
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void rule_12_a_row_lock_row_whose_every_outcome_is_refused_holds_up_nobody(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      AtomicInteger runs = new AtomicInteger();
      bench.insert("locked_jobs", "one", "two", "three");
      Fault refused =
          refuse(
              bench.faults.on("row-lock/ack", "row-lock/retry-after", "row-lock/retry").times(9),
              kind);
      bench.start(
          lockedJobs()
              .errorBackoff(Backoff.fixed(Duration.ofMillis(200)))
              .handle(
                  (message, delivery) -> {
                    runs.incrementAndGet();
                    return Outcome.ack();
                  }));
      await("all done", () -> bench.count("locked_jobs", "1 = 1") == 0);
      assertThat(refused.hits()).isEqualTo(9);
      assertThat(runs.get()).isLessThanOrEqualTo(9);
      await("no connection is left behind", () -> active(bench) == 0);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_13_error_texts_are_cut_and_cleaned_and_delays_saturate(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      bench.start(
          jobs()
              .onFailure((failure, delivery) -> Outcome.retryAfter(Duration.ofSeconds(1L << 60)))
              .handle(
                  (message, delivery) -> {
                    throw new IllegalStateException("\u0000\uD83D\uDE00".repeat(20_000));
                  }));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED);
      String error = bench.text("last_error", "jobs", "1 = 1");
      assertThat(error).contains("IllegalStateException").doesNotContain("\u0000");
      assertThat(error.length()).isBetween(100, 4000);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = "MYSQL",
      mode = EnumSource.Mode.EXCLUDE) // 8.0.15 parses CHECK and forgets it
  void rule_13_a_settlement_refused_with_its_error_text_is_written_without(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      if (kind == DatabaseKind.SQLITE) {
        bench.execute(
            "create trigger quiet before update of last_error on jobs when new.last_error is not"
                + " null begin select raise(abort, 'no texts'); end");
      } else {
        bench.execute(
            "alter table %s add constraint quiet check (%s is null)"
                .formatted(bench.q("jobs"), bench.q("last_error")));
      }
      bench.start(
          jobs()
              .backoff(HOUR)
              .handle(
                  (message, delivery) -> {
                    throw new IllegalStateException("boom");
                  }));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED);
      assertThat(bench.faults.count("lease/retry-after")).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_13_what_replaces_a_refused_outcome_is_written_without_its_text_too(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "one");
      refuse(bench.faults.on("lease/ack"), kind);
      refuse(bench.faults.on("lease/retry-after"), kind);
      bench.start(jobs().backoff(HOUR).handle((message, delivery) -> Outcome.ack()));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).containsExactly(Settled.RETRIED);
      assertThat(bench.text("last_error", "jobs", "1 = 1")).isEqualTo("null");
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void rule_14_a_dead_letter_never_overwrites(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind);
        LogLines log = LogLines.capture()) {
      bench.insert("jobs", "one");
      Object id = bench.value("select %s from %s".formatted(bench.q("id"), bench.q("jobs")));
      String override = kind == DatabaseKind.POSTGRESQL ? "overriding system value " : "";
      bench.execute(
          "insert into %s (%s, %s, %s) %svalues (%s, 'elsewhere', 'precious')"
              .formatted(
                  bench.q("jobs_dead"),
                  bench.q("id"),
                  bench.q("grp"),
                  bench.q("payload"),
                  override,
                  id));
      Backoff backoff = Backoff.of(attempt -> Duration.ofHours(attempt > 100 ? 2 : 0));
      bench.start(
          jobs()
              .maxAttempts(1, DeadLetter.toTable("jobs_dead"))
              .backoff(backoff)
              .handle(
                  (message, delivery) -> {
                    throw new IllegalStateException("boom");
                  }));
      await("settled", () -> !bench.seen.settled.isEmpty());
      assertThat(bench.seen.settled).as("delayed").containsExactly(Settled.RETRIED);
      assertThat(bench.seen.started).hasSize(1);
      assertThat(bench.count("jobs", bench.isNull("locked_until"))).isEqualTo(1);
      assertThat(bench.text("payload", "jobs_dead", "1 = 1")).contains("precious");
      assertThat(log.errors())
          .anySatisfy(line -> assertThat(line).contains("dead-letter-to-table"));
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_backoff_that_fails_stops_neither_its_row_nor_its_subscription(DatabaseKind kind)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "bad", "good");
      bench.faults.on("lease/claim").skip(2).times(1).fails("08006", 0);
      bench.start(
          jobs()
              .backoff(
                  attempt -> {
                    throw new IllegalStateException("a backoff of the service fails");
                  })
              .handle(
                  (message, delivery) -> {
                    if (message.equals("bad")) {
                      throw new AssertionError("an error");
                    }
                    return Outcome.ack();
                  }));
      await("both settled", () -> bench.seen.settled.size() == 2);
      assertThat(bench.seen.settled).containsExactlyInAnyOrder(Settled.RETRIED, Settled.ACKED);
    }
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void errors_of_a_failure_policy_and_a_listener_cost_no_row(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.insert("jobs", "bad", "good");
      AtomicBoolean thrown = new AtomicBoolean();
      Subscription subscription =
          jobs()
              .backoff(HOUR)
              .onFailure(
                  (failure, delivery) -> {
                    thrown.set(true);
                    throw new LinkageError("a policy of the service fails");
                  })
              .handle(
                  (message, delivery) -> {
                    if (message.equals("bad")) {
                      throw new IllegalStateException("boom");
                    }
                    return Outcome.ack();
                  });
      bench.start(subscription);
      await("both settled", () -> bench.seen.settled.size() == 2);
      assertThat(thrown).isTrue();
      assertThat(bench.seen.settled).containsExactlyInAnyOrder(Settled.RETRIED, Settled.ACKED);
    }
  }

  private static int active(Workbench bench) {
    return bench.pool.getHikariPoolMXBean().getActiveConnections();
  }
}
