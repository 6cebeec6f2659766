package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.DeadLetter;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.table.ClaimForm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettlementRuleTest {

  private static final OptionalLong FIRST = OptionalLong.of(1);
  private static final OptionalLong LAST = OptionalLong.of(3);
  private static final DeadLetter PARKED = DeadLetter.toGroup("parked");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SettlementRule capped =
      rule(OptionalInt.of(3), Optional.of(PARKED), true, ClaimForm.LEASE);
  private final SettlementRule uncapped =
      rule(OptionalInt.empty(), Optional.empty(), true, ClaimForm.LEASE);

  private static SettlementRule rule(
      OptionalInt cap, Optional<DeadLetter> deadLetter, boolean delays, ClaimForm form) {
    return new SettlementRule(
        cap, deadLetter, Backoff.of(attempt -> Duration.ofSeconds(attempt)), delays, form, false);
  }

  @Test
  void every_kind_of_outcome_has_a_settlement() {
    List<Outcome> outcomes =
        List.of(
            Outcome.ack(),
            Outcome.drop(),
            Outcome.retry(),
            Outcome.retryAfter(MINUTE),
            Outcome.deadLetter("why"));
    assertThat(outcomes.stream().map(outcome -> outcome.getClass().getSimpleName()))
        .containsExactlyInAnyOrder("Ack", "Drop", "Retry", "RetryAfter", "ToDeadLetter");
    assertThat(
            Outcome.class.getPermittedSubclasses().length
                + Outcome.Failure.class.getPermittedSubclasses().length)
        .as("Failure is one of the permitted classes itself")
        .isEqualTo(outcomes.size() + 1);
    assertThat(outcomes)
        .allSatisfy(outcome -> assertThat(capped.handled(outcome, FIRST)).isNotNull());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 4})
  @DisplayName("B152: ack and drop never move a row, whatever its attempt")
  void finished_rows_are_never_parked(long attempt) {
    assertThat(capped.handled(Outcome.ack(), OptionalLong.of(attempt))).isEqualTo(Settlement.ACK);
    assertThat(capped.handled(Outcome.drop(), OptionalLong.of(attempt))).isEqualTo(Settlement.DROP);
  }

  @Test
  @DisplayName("B152, B155: at the cap a retry moves the row, with or without a delay")
  void a_retry_at_the_cap_parks() {
    assertThat(capped.handled(Outcome.retry(), FIRST)).isEqualTo(Settlement.retry(null));
    assertThat(capped.handled(Outcome.retry(), LAST).event()).isEqualTo(Event.DEAD_LETTER_TO_GROUP);
    assertThat(capped.handled(Outcome.retryAfter(MINUTE), LAST).group()).isEqualTo("parked");
    assertThat(capped.failed(Outcome.retryAfter(MINUTE), LAST, "boom"))
        .isEqualTo(Settlement.deadLetter(PARKED, "boom"));
  }

  @Test
  @DisplayName("B170: without a readable attempt the cap never applies")
  void an_unknown_attempt_is_never_the_last() {
    assertThat(capped.handled(Outcome.retry(), OptionalLong.empty()))
        .isEqualTo(Settlement.retry(null));
    assertThat(capped.isBeyond(OptionalLong.empty())).isFalse();
  }

  @Test
  void a_dead_letter_asked_for_moves_the_row_in_any_attempt() {
    assertThat(capped.handled(Outcome.deadLetter("poison"), FIRST))
        .isEqualTo(Settlement.deadLetter(PARKED, "poison"));
  }

  @Test
  void a_dead_letter_without_a_destination_is_a_failed_attempt() {
    assertThat(uncapped.handled(Outcome.deadLetter("poison"), LAST))
        .isEqualTo(Settlement.retryAfter(Duration.ofSeconds(3), "poison"));
  }

  @Test
  @DisplayName(
      "SPEC 5: a backoff without a retry_after column is a lease nobody holds, or slows the subscription")
  void a_backoff_without_a_column_is_kept_otherwise() {
    SettlementRule lease = rule(OptionalInt.empty(), Optional.empty(), false, ClaimForm.LEASE);
    SettlementRule rowLock = rule(OptionalInt.empty(), Optional.empty(), false, ClaimForm.ROW_LOCK);
    assertThat(lease.failed(Outcome.retryAfter(MINUTE), FIRST, "e"))
        .isEqualTo(Settlement.hold(MINUTE, "e"));
    assertThat(rowLock.failed(Outcome.retryAfter(MINUTE), FIRST, "e"))
        .isEqualTo(Settlement.retry("e"));
  }

  @Test
  @DisplayName("B144: a delay a handler asks for without the column is a retry at once")
  void a_handlers_delay_without_a_column_is_a_retry() {
    SettlementRule lease = rule(OptionalInt.empty(), Optional.empty(), false, ClaimForm.LEASE);
    assertThat(lease.handled(Outcome.retryAfter(MINUTE), FIRST)).isEqualTo(Settlement.retry(null));
  }

  @Test
  void a_suspect_is_beyond_its_cap_only_after_the_last_attempt() {
    assertThat(capped.isSpent(LAST)).isTrue();
    assertThat(capped.isBeyond(LAST)).isFalse();
    assertThat(capped.isBeyond(OptionalLong.of(4))).isTrue();
    assertThat(capped.beyond(OptionalLong.of(4)).error())
        .isEqualTo("lease expired: the process or the lease was lost in attempt 3 of 3");
  }

  @Test
  void more_attempts_than_the_cap_are_told_as_a_count() {
    SettlementRule advisory =
        rule(OptionalInt.of(3), Optional.of(PARKED), true, ClaimForm.ADVISORY);
    assertThat(capped.beyond(OptionalLong.of(6)).error())
        .isEqualTo(
            "lease expired: the process or the lease was lost, with 5 attempts counted and a cap of 3");
    assertThat(advisory.beyond(OptionalLong.of(5)).error())
        .isEqualTo(
            "lock lost: the process or the session was lost, with 4 attempts counted and a cap of 3");
    assertThat(advisory.beyond(OptionalLong.of(4)).error())
        .isEqualTo("lock lost: the process or the session was lost in attempt 3 of 3");
  }

  @Test
  @DisplayName("SPEC 13, 12 and 14: what is written instead of a settlement the database refuses")
  void a_refused_settlement_is_replaced() {
    assertThat(capped.instead(Settlement.ACK, FIRST, "check"))
        .isEqualTo(Settlement.retryAfter(Duration.ofSeconds(1), "check"));
    assertThat(capped.instead(Settlement.ACK, LAST, "check"))
        .isEqualTo(Settlement.deadLetter(PARKED, "check"));
    assertThat(capped.instead(Settlement.deadLetter(PARKED, "x"), LAST, "check"))
        .as("a refused move waits as long as the backoff ever does")
        .isEqualTo(Settlement.retryAfter(Duration.ofSeconds(10_000), "check"));
    assertThat(capped.instead(Settlement.retryAfter(MINUTE, null), FIRST, "check"))
        .isEqualTo(Settlement.retry("check"));
  }

  @Test
  void a_group_parks_in_a_group_or_a_table() {
    SettlementRule toTable =
        rule(OptionalInt.of(1), Optional.of(DeadLetter.toTable("app.dead")), true, ClaimForm.LEASE);
    Event event = toTable.handled(Outcome.retry(), FIRST).event();
    assertThat(event.kind()).isEqualTo(Event.Kind.DEAD_LETTER_TO_TABLE);
    assertThat(event.destination()).hasToString("app.dead");
    assertThat(
            catchThrowableOfType(IllegalArgumentException.class, () -> DeadLetter.toTable("a.b.c")))
        .hasMessage(
            "dead-letter table \"a.b.c\": give table or schema.table; for names with dots use"
                + " DeadLetter.toTable(schema, table)");
  }
}
