package io.github.rowqueue.internal.subscriber;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.subscribe.Backoff;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClaimPacingTest {

  private static final long POLL = Duration.ofSeconds(1).toNanos();
  private static final long START = -5_000_000_000L; // nanoTime may be negative, and so may these

  private final ClaimPacing pacing =
      new ClaimPacing(
          Duration.ofSeconds(1),
          Backoff.exponential(Duration.ofMillis(100), Duration.ofSeconds(30), 0),
          START);

  @Test
  void the_first_claim_waits_for_nothing() {
    assertThat(pacing.nanosUntilNext(START)).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName("B47: the next claim after a full one starts at once")
  void a_full_claim_is_followed_at_once() {
    pacing.started(START);
    pacing.full(START, false);
    assertThat(pacing.nanosUntilNext(START)).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName(
      "B47: after fewer rows than asked for the poll interval is waited, shortened by up to 10 %")
  void a_partial_claim_is_followed_after_the_poll_interval() {
    pacing.started(START);
    pacing.partial(START, false);
    assertThat(pacing.nanosUntilNext(START)).isBetween(POLL * 9 / 10, POLL);
  }

  @Test
  @DisplayName("B251: a wake-up during a claim is kept")
  void a_wake_up_during_a_claim_is_not_lost() {
    pacing.started(START);
    pacing.wake();
    pacing.empty(START);
    assertThat(pacing.nanosUntilNext(START)).isLessThanOrEqualTo(0);
  }

  @Test
  void a_wake_up_serves_for_one_claim() {
    pacing.wake();
    pacing.started(START);
    pacing.empty(START);
    assertThat(pacing.nanosUntilNext(START)).isGreaterThanOrEqualTo(POLL * 9 / 10);
  }

  @Test
  void the_wait_ends_at_the_earliest_known_retry() {
    pacing.started(START);
    pacing.empty(START);
    pacing.due(START + MILLISECONDS.toNanos(700));
    pacing.due(START + MILLISECONDS.toNanos(300));
    assertThat(pacing.nanosUntilNext(START)).isEqualTo(MILLISECONDS.toNanos(300));
  }

  @Test
  @DisplayName("SPEC 13, 20: a row that is due already does not make an empty queue spin")
  void a_due_row_an_empty_claim_did_not_find_is_waited_for() {
    pacing.started(START);
    pacing.empty(START);
    pacing.due(START);
    assertThat(pacing.nanosUntilNext(START)).isEqualTo(MILLISECONDS.toNanos(50));
  }

  @Test
  @DisplayName(
      "SPEC 13, 20: claims of rows that were just retried are 50 ms apart, doubling up to the poll interval")
  void retries_slow_down() {
    long now = START;
    for (long wait : new long[] {50, 100, 200, 400, 800, 1000, 1000}) {
      pacing.started(now);
      pacing.full(now, true);
      assertThat(pacing.nanosUntilNext(now)).isEqualTo(MILLISECONDS.toNanos(wait));
      now += MILLISECONDS.toNanos(wait);
    }
    pacing.started(now);
    pacing.full(now, false);
    assertThat(pacing.nanosUntilNext(now))
        .as("a fresh row ends the slowdown")
        .isLessThanOrEqualTo(0);
  }

  @Test
  void errors_back_off_and_nothing_shortens_that() {
    long now = START;
    for (long wait : new long[] {100, 200, 400, 800}) {
      pacing.started(now);
      pacing.failed(now);
      pacing.wake();
      pacing.due(now);
      assertThat(pacing.nanosUntilNext(now)).isEqualTo(MILLISECONDS.toNanos(wait));
      now += MILLISECONDS.toNanos(wait);
    }
    pacing.started(now);
    pacing.empty(now);
    pacing.started(now);
    pacing.failed(now);
    assertThat(pacing.nanosUntilNext(now))
        .as("a success resets it")
        .isEqualTo(MILLISECONDS.toNanos(100));
  }

  @Test
  void a_hold_off_delays_also_what_is_announced() {
    pacing.started(START);
    pacing.full(START, false);
    pacing.holdOff(START, Duration.ofSeconds(7));
    pacing.wake();
    assertThat(pacing.nanosUntilNext(START)).isEqualTo(7 * POLL);
  }

  @Test
  void a_flood_of_retries_is_remembered_only_in_part_and_the_poll_finds_the_rest() {
    pacing.started(START);
    pacing.empty(START);
    for (int i = 0; i < 100_000; i++) {
      pacing.due(START + 10 * POLL + i);
    }
    assertThat(pacing.nanosUntilNext(START)).isBetween(POLL * 9 / 10, POLL);
  }
}
