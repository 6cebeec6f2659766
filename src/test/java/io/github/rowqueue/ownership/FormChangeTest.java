package io.github.rowqueue.ownership;

import static io.github.rowqueue.ownership.Workbench.await;
import static io.github.rowqueue.ownership.Workbench.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.servers.DatabaseKind;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What docs/claim-forms.md says of old instances without {@code @LockedUntil} beside new ones with
 * it (SPEC 13, 26): an instance must not be running in the other form.
 */
final class FormChangeTest {

  private static final String ROW_LOCKS = "io.github.rowqueue.ownership.Workbench#withRowLocks";
  private static final TableSpec OLD = Workbench.JOBS.without(Role.LOCKED_UNTIL);

  private static SubscriptionBuilder<String> oldJobs() {
    return Subscription.of(Workbench.GROUP, Table.of(OLD, row -> row.get("payload", String.class)))
        .codec(Codecs.text());
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName("SPEC 13.26: a row lock claim ignores leases, so the row runs twice side by side")
  void rule_26_a_row_lock_claim_takes_a_leased_row(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger inWork = new AtomicInteger();
      bench.insert("jobs", "one");
      bench.start(jobs().handle((message, delivery) -> held(inWork, gate)));
      await("leased", () -> inWork.get() == 1);
      Seen old = new Seen();
      bench.start(bench.rowqueue(oldJobs().handle((m, delivery) -> Outcome.ack())).listener(old));
      await("run beside its lease", () -> old.settled.size() == 1);
      assertThat(old.settled).containsExactly(Settled.ACKED);
      assertThat(inWork).as("the lease's handler still runs").hasValue(1);
      assertThat(bench.count("jobs", "1 = 1")).isZero();
      gate.countDown();
      await("too late", () -> bench.seen.settled.size() == 1);
      assertThat(bench.seen.settled).as("told, not silent").containsExactly(Settled.LOST);
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName(
      "SPEC 13.26: a retry of the old form leaves the lease, and takes the attempt from it")
  void rule_26_a_row_lock_retry_takes_the_token_from_a_lease(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger inWork = new AtomicInteger();
      bench.insert("jobs", "one");
      bench.start(jobs().handle((message, delivery) -> held(inWork, gate)));
      await("leased", () -> inWork.get() == 1);
      Seen old = new Seen();
      var oldOne =
          bench.start(
              bench
                  .rowqueue(
                      oldJobs()
                          .handle(
                              (message, delivery) ->
                                  Outcome.retryAfter(java.time.Duration.ofHours(1))))
                  .listener(old));
      await("retried beside its lease", () -> old.settled.size() == 1);
      oldOne.close();
      gate.countDown();
      await("too late", () -> bench.seen.settled.size() == 1);
      assertThat(bench.seen.settled).containsExactly(Settled.LOST);
      assertThat(
              bench.count(
                  "jobs", bench.q("locked_until") + " is not null and " + bench.is("attempt", 3)))
          .as("one delivery counted twice, under a lease nobody holds")
          .isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ROW_LOCKS)
  @DisplayName("SPEC 13.26: a lease claim passes over what a row lock holds, while it holds it")
  void rule_26_a_lease_claim_passes_over_a_locked_row(DatabaseKind kind) throws Exception {
    try (Workbench bench = new Workbench(kind)) {
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger inWork = new AtomicInteger();
      bench.insert("jobs", "one");
      Seen old = new Seen();
      bench.start(
          bench.rowqueue(oldJobs().handle((m, delivery) -> held(inWork, gate))).listener(old));
      await("locked", () -> inWork.get() == 1);
      bench.start(jobs().handle((message, delivery) -> Outcome.ack()));
      int claims = bench.seen.claims.get();
      await("found nothing", () -> bench.seen.claims.get() > claims + 3);
      assertThat(bench.seen.started).isEmpty();
      gate.countDown();
      await("settled", () -> old.settled.size() == 1);
      assertThat(old.settled).containsExactly(Settled.ACKED);
      assertThat(bench.count("jobs", "1 = 1")).isZero();
    }
  }

  private static Outcome held(AtomicInteger inWork, CountDownLatch gate)
      throws InterruptedException {
    inWork.incrementAndGet();
    await(gate);
    return Outcome.ack();
  }
}
