package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a subscription of the advisory form may not ask for, literally. */
class AdvisoryRulesTest {

  @QueueTable(value = "jobs", lockKey = "{id}")
  record Locked(@Id long id, @Attempt int attempt, @PartitionKey String account) {}

  @QueueTable(value = "jobs", lockKey = "{id}")
  record Bare(@Id long id) {}

  @QueueTable("jobs")
  record Leased(@Id long id, @Attempt int attempt, @LockedUntil @Nullable Instant until) {}

  private static OwnStatements locks() {
    return OwnStatements.builder().lock("select :key").unlock("select :key").build();
  }

  private static <R> SubscriptionBuilder<R> of(Class<R> rowClass) {
    return Subscription.of("jobs", rowClass);
  }

  private static <R> List<String> problems(SubscriptionBuilder<R> builder) {
    return SubscriptionRules.problems(builder.handle((row, delivery) -> Outcome.ack())).stream()
        .map(problem -> problem.substring(problem.indexOf("): ") + 3))
        .toList();
  }

  @Test
  @DisplayName("B33: own lock and unlock come together, and only in the advisory form")
  void own_lock_and_unlock_come_together() {
    assertThat(problems(of(Bare.class).statements(locks()))).isEmpty();
    assertThat(
            problems(
                of(Bare.class).statements(OwnStatements.builder().lock("select :key").build())))
        .containsExactly("an own lock is given without an own unlock: give both, or neither");
    assertThat(
            problems(
                of(Bare.class).statements(OwnStatements.builder().unlock("select :key").build())))
        .containsExactly("an own unlock is given without an own lock: give both, or neither");
    assertThat(problems(of(Leased.class).statements(locks())))
        .containsExactly(
            "an own lock or unlock is given, but the table has no lock key: remove .lock(…) and .unlock(…), or add lockKey to its description");
    assertThat(
            problems(
                of(Bare.class)
                    .statements(
                        OwnStatements.builder().lock("select 1").unlock("select :key").build())))
        .containsExactly("the own lock has no :key, so that all rows would share one lock");
  }

  @Test
  void shared_sessions_need_a_lock_key_and_an_attempt() {
    assertThat(problems(of(Locked.class).lockSessions(2))).isEmpty();
    assertThat(problems(of(Bare.class).lockSessions(2)))
        .containsExactly(
            "lockSessions needs the attempt in the row, which proves whose it is when a session is lost: add @Attempt to a component, or remove .lockSessions(…)");
    assertThat(problems(of(Leased.class).lockSessions(2)))
        .containsExactly(
            "lockSessions shares the sessions that hold lock keys, but the table has none: remove .lockSessions(…), or add lockKey to its description");
    assertThat(problems(of(Locked.class).lockSessions(2).statements(locks())))
        .containsExactly(
            "lockSessions shares sessions, and a session might get the same own lock again for another row: remove .lockSessions(…), or the own lock and unlock");
  }

  @Test
  void a_batch_by_key_is_refused() {
    Subscription batch =
        of(Locked.class)
            .workersByKey(4)
            .handleBatch(2, (rows, deliveries) -> BatchOutcome.all(Outcome.ack()));
    assertThat(SubscriptionRules.problems(batch))
        .singleElement()
        .asString()
        .endsWith(
            "a batch of the advisory form is claimed on one session for one worker, but its rows would belong to the workers of their keys: use .handle(…), or add @LockedUntil to a component for the lease form");
  }
}
