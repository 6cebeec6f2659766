package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;
import io.github.rowqueue.table.TableSpecBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where rows are claimed ahead, and what is told where they cannot be, word for word. */
class PrefetchRulesTest {

  private static final TableSpec LEASED = leased(TableSpec.builder("jobs").id("id"));
  private static final TableSpec LOCKED = TableSpec.builder("jobs").id("id").payload("p").build();
  private static final TableSpec FIFO =
      leased(TableSpec.builder("jobs").id("id").group("grp").fifo());
  private static final TableSpec KEYS =
      leased(TableSpec.builder("jobs").id("id").partitionKey("k", String.class).fifo());
  private static final TableSpec KEYED =
      leased(TableSpec.builder("jobs").id("id").partitionKey("k", String.class));

  private static TableSpec leased(TableSpecBuilder table) {
    return table.attempt("attempt").lockedUntil("until").payload("p").build();
  }

  private static SubscriptionBuilder<byte[]> on(TableSpec spec) {
    return Subscription.of("jobs", Table.of(spec, row -> row)).codec(Codecs.bytes());
  }

  private static Subscription done(SubscriptionBuilder<byte[]> subscription) {
    return subscription.handle((message, delivery) -> Outcome.ack());
  }

  private static List<String> problems(Subscription subscription) {
    return SubscriptionRules.problems(subscription);
  }

  @Test
  void rows_are_claimed_ahead_by_default_where_a_lease_holds_them_and_any_worker_may_take_them() {
    assertThat(done(on(LEASED)).prefetch()).isEqualTo(64);
    assertThat(done(on(KEYS)).prefetch()).as("heads of further keys").isEqualTo(64);
    Subscription groups =
        Subscription.allGroups(Table.of(FIFO, row -> row))
            .codec(Codecs.bytes())
            .handle((message, delivery) -> Outcome.ack());
    assertThat(groups.prefetch()).as("heads of further groups").isEqualTo(64);
    assertThat(done(on(FIFO)).prefetch()).isZero();
    assertThat(done(on(LOCKED)).prefetch()).isZero();
    assertThat(done(on(KEYED).workersByKey(2)).prefetch()).isZero();
  }

  @Test
  void a_setting_is_kept_but_for_a_cap_of_one_attempt() {
    assertThat(done(on(LEASED).prefetch(7)).prefetch()).isEqualTo(7);
    assertThat(done(on(LEASED).prefetch(0)).prefetch()).isZero();
    DeadLetter dead = DeadLetter.toTable("dead");
    assertThat(done(on(LEASED).prefetch(7).maxAttempts(2, dead)).prefetch()).isEqualTo(7);
    assertThat(done(on(LEASED).prefetch(7).maxAttempts(1, dead)).prefetch()).isZero();
  }

  @Test
  void the_number_of_rows_is_bounded() {
    for (int rows : new int[] {-1, 10_001}) {
      assertThatThrownBy(() -> on(LEASED).prefetch(rows))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("prefetch must lie between 0 and 10000, not " + rows);
    }
  }

  @Test
  void prefetch_is_refused_where_no_row_could_wait() {
    assertThat(problems(done(on(LEASED).prefetch(7)))).isEmpty();
    assertThat(problems(done(on(LOCKED).prefetch(0)))).isEmpty();
    assertThat(problems(done(on(LOCKED).prefetch(7))))
        .containsExactly(
            "subscription \"jobs\", table jobs (table jobs): prefetch leases rows ahead, but rows of this table are held by a connection each: remove .prefetch(…), or add @LockedUntil to a component for the lease form");
    String ordered =
        "subscription \"jobs\", table jobs (table jobs): prefetch leases rows ahead for any worker that is free, which the rows of one group or of one worker's keys must not be: remove .prefetch(…)";
    assertThat(problems(done(on(FIFO).prefetch(7)))).containsExactly(ordered);
    assertThat(problems(done(on(KEYED).workersByKey(2).prefetch(7)))).containsExactly(ordered);
  }
}
