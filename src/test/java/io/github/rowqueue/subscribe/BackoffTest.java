package io.github.rowqueue.subscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MAX = Duration.ofMinutes(5);

  @Test
  void an_exponential_backoff_doubles_up_to_its_longest_wait() {
    Backoff backoff = Backoff.exponential(SECOND, MAX, 0);
    assertThat(LongStream.of(1, 2, 3, 9, 10).mapToObj(backoff::delay))
        .containsExactly(
            SECOND, Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(256), MAX);
  }

  @Test
  void no_attempt_overflows() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    Backoff backoff = Backoff.exponential(Duration.ofDays(1), longest, 0);
    assertThat(LongStream.rangeClosed(1, 10_000).mapToObj(backoff::delay))
        .allSatisfy(delay -> assertThat(delay).isPositive().isLessThanOrEqualTo(longest));
    assertThat(Backoff.exponential(SECOND, MAX, 0).delay(Long.MAX_VALUE)).isEqualTo(MAX);
  }

  @Test
  void jitter_stays_within_its_share_and_below_the_longest_wait() {
    Backoff backoff = Backoff.exponential(SECOND, MAX, 0.2);
    for (int i = 0; i < 1000; i++) {
      assertThat(backoff.delay(3)).isBetween(Duration.ofMillis(3200), Duration.ofMillis(4800));
      assertThat(backoff.delay(1000)).isBetween(Duration.ofMinutes(4), MAX);
    }
  }

  @Test
  void a_function_that_goes_below_zero_means_at_once() {
    assertThat(Backoff.of(attempt -> Duration.ofSeconds(-attempt)).delay(3)).isZero();
    assertThat(Backoff.fixed(MAX).delay(10_000)).isEqualTo(MAX);
  }

  @Test
  void a_backoff_that_makes_no_sense_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(MAX, SECOND, 0))
        .withMessage("first (PT5M) is longer than max (PT1S)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(Duration.ZERO, MAX, 0))
        .withMessage("first must be positive, but is PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(SECOND, MAX, 1.5))
        .withMessage("jitter must lie between 0 and 1, not 1.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.exponential(SECOND, MAX, Double.NaN))
        .withMessage("jitter must lie between 0 and 1, not NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backoff.fixed(SECOND.negated()))
        .withMessage("delay must not be negative, but is PT-1S");
  }
}
