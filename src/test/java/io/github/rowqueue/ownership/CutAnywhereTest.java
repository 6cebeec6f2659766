package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.faults.Fault;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.ClaimForm;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The life of two rows, one that is finished and one that is parked, with the connection cut at
 * every single execution in turn: once before it reaches the database, once after, so that its
 * answer is lost. Whatever was cut, both rows end where they belong, and no connection is missing.
 */
final class CutAnywhereTest {

  private static final String DATABASES = "io.github.rowqueue.ownership.Workbench#databases";
  private static final boolean THOROUGH = Boolean.getBoolean("rowqueue.thorough");
  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";

  /** The attempts in which the row was delivered that is finished. */
  private final Queue<Long> runs = new ConcurrentLinkedQueue<>();

  private int cuts;

  /** The executions of a transaction are many: without -Drowqueue.thorough every fourth is cut. */
  private int stride = 1;

  private Outcome handle(String message, Delivery delivery) {
    if (message.equals("bad")) {
      throw new IllegalStateException("bad");
    }
    runs.add(delivery.attempt().orElse(-1));
    return Outcome.ack();
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_lease_survives_a_cut_at_any_execution(DatabaseKind kind) throws Exception {
    sweep(kind, "jobs", Workbench.jobs().lease(Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  void a_row_lock_survives_a_cut_at_any_execution(DatabaseKind kind) throws Exception {
    sweep(kind, "locked_jobs", Workbench.lockedJobs());
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  void a_lock_key_survives_a_cut_at_any_execution(DatabaseKind kind) throws Exception {
    sweep(kind, "keyed_jobs", Workbench.keyedJobs());
  }

  @ParameterizedTest
  @MethodSource("io.github.rowqueue.ownership.Workbench#servers")
  void a_shared_lock_session_survives_a_cut_at_any_execution(DatabaseKind kind) throws Exception {
    sweep(kind, "keyed_jobs", Workbench.keyedJobs().lockSessions(1));
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B218, rule 9: in a leased transaction the effect takes place once, whatever is cut")
  void a_leased_transaction_has_its_effect_once_whatever_is_cut(DatabaseKind kind)
      throws Exception {
    sweepTransactions(kind, "jobs", Workbench.jobs().lease(Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName(
      "B218, rule 9: in a row lock's transaction the effect takes place once, whatever is cut")
  void a_locked_transaction_has_its_effect_once_whatever_is_cut(DatabaseKind kind)
      throws Exception {
    sweepTransactions(kind, "locked_jobs", Workbench.lockedJobs());
  }

  @ParameterizedTest
  @MethodSource(DATABASES)
  @DisplayName("B228, rule 9: beside a lock key the effect takes place once, whatever is cut")
  void a_transaction_beside_a_key_has_its_effect_once_whatever_is_cut(DatabaseKind kind)
      throws Exception {
    sweepTransactions(kind, "keyed_jobs", Workbench.keyedJobs());
  }

  private void sweepTransactions(
      DatabaseKind kind, String table, SubscriptionBuilder<String> builder) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      bench.execute("create table effects (what varchar(20))");
      stride = THOROUGH ? 1 : 4;
      sweep(
          bench,
          table,
          twoAttempts(builder)
              .handleInTransaction(
                  (message, delivery, connection) -> {
                    try (Statement statement = connection.createStatement()) {
                      statement.execute(
                          "insert into effects (what) values ('%s')".formatted(message));
                    }
                    return handle(message, delivery);
                  }),
          () -> {
            assertThat(bench.value("select what from effects")).isEqualTo("good");
            assertThat(bench.value("select count(*) from effects").toString()).isEqualTo("1");
            bench.execute("delete from effects");
          });
    }
  }

  private static SubscriptionBuilder<String> twoAttempts(SubscriptionBuilder<String> builder) {
    return builder
        .maxAttempts(2, DeadLetter.toGroup("parked"))
        .backoff(Backoff.fixed(Duration.ofMillis(10)))
        .errorBackoff(Backoff.fixed(Duration.ofMillis(10)));
  }

  private void sweep(DatabaseKind kind, String table, SubscriptionBuilder<String> builder)
      throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      sweep(bench, table, twoAttempts(builder).handle(this::handle), () -> {});
    }
  }

  /** What must hold after each life. */
  private interface After {
    void life() throws Exception;
  }

  private void sweep(Workbench bench, String table, Subscription subscription, After after)
      throws Exception {
    int executions = live(bench, table, subscription, () -> null);
    after.life();
    assertThat(executions).as("claims and settlements of two rows").isGreaterThan(3);
    for (int i = 0; i < executions; i += stride) {
      int skip = i;
      live(bench, table, subscription, () -> bench.faults.on().skip(skip).cutsBefore());
      after.life();
      live(bench, table, subscription, () -> bench.faults.on().skip(skip).cutsAfter());
      after.life();
    }
    // A life is not of the same length each time: the first had polls that found nothing.
    assertThat(cuts)
        .as("of %d executions, twice each", executions)
        .isGreaterThan(executions / stride / 2);
  }

  /** Lives through it with one cut or none; returns how many executions that took. */
  private int live(
      Workbench bench, String table, Subscription subscription, Supplier<@Nullable Fault> cut)
      throws Exception {
    runs.clear();
    int before;
    Fault fault;
    try (Rowqueue rowqueue = bench.rowqueue(subscription).start()) {
      int claims = bench.seen.claims.get();
      await("looked once", () -> bench.seen.claims.get() > claims);
      before = bench.faults.executed().size();
      fault = cut.get();
      bench.insert(table, "good", "bad");
      rowqueue.wake(Workbench.GROUP);
      await(
          () -> "both rows at their ends, cut at " + fault,
          () -> bench.count(table, bench.is("grp", Workbench.GROUP)) == 0);
    }
    int executions = bench.faults.executed().size() - before;
    if (fault != null) {
      fault.lift();
      cuts += fault.hits();
    }
    assertThat(bench.text("payload", table, bench.is("grp", "parked"))).isEqualTo("bad");
    assertThat(bench.count(table, "1 = 1")).as("parked once, finished once").isEqualTo(1);
    assertThat(runs).as("delivered, and again only after a cut").hasSizeBetween(1, cutOrNot(fault));
    if (subscription.spec().form() == ClaimForm.ADVISORY) {
      await("no key is held, cut at " + fault, () -> bench.heldKeys() == 0);
    }
    if (subscription.spec().form() == ClaimForm.LEASE) {
      assertThat(runs).as("each in an attempt of its own").doesNotHaveDuplicates();
    }
    await(
        () -> "all connections are back, cut at " + fault,
        () -> bench.pool.getHikariPoolMXBean().getActiveConnections() == 0);
    bench.execute("delete from " + bench.q(table));
    return executions;
  }

  private static int cutOrNot(@Nullable Fault fault) {
    return fault == null ? 1 : 2;
  }
}
