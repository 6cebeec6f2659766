package io.github.rowqueue.internal.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** SPEC 13, rule 2: the clock between two measurements. */
final class AlignedClockTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration TOLERANCE = Duration.ofSeconds(3);

  private Instant wall = START;
  private long nanos = 1_000_000_000L;
  private final AlignedClock clock = new AlignedClock(() -> wall, () -> nanos);

  private void pass(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
  }

  @Test
  void rule_02_a_step_of_the_wall_clock_moves_nothing_and_is_noticed() {
    pass(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    wall = wall.plus(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(clock.hasStepped(TOLERANCE)).isTrue();
    wall = wall.minus(Duration.ofHours(2));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(clock.hasStepped(TOLERANCE)).isTrue();
  }

  @Test
  void rule_02_a_suspended_machine_is_noticed() {
    wall = wall.plusSeconds(60); // nanoTime stood still
    assertThat(clock.hasStepped(TOLERANCE)).isTrue();
    clock.align(START.plusSeconds(60), nanos);
    assertThat(clock.hasStepped(TOLERANCE)).isFalse();
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void rule_02_drift_within_the_tolerance_is_no_step() {
    wall = wall.plus(TOLERANCE);
    assertThat(clock.hasStepped(TOLERANCE)).isFalse();
    wall = wall.plusNanos(1);
    assertThat(clock.hasStepped(TOLERANCE)).isTrue();
  }

  @Test
  void rule_02_a_measurement_in_vain_reports_no_step_again_and_moves_nothing() {
    wall = wall.plusSeconds(60);
    clock.resume();
    assertThat(clock.hasStepped(TOLERANCE)).isFalse();
    assertThat(clock.instant()).isEqualTo(START);
    pass(Duration.ofSeconds(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(1));
  }

  @Test
  void a_measurement_counts_from_the_start_of_its_round_trip_so_that_the_clock_never_lags() {
    long before = nanos;
    pass(Duration.ofMillis(200));
    clock.align(START.plusSeconds(10), before);
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(10).plusMillis(200));
    assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_small_correction_backwards_lets_time_stand_still() {
    pass(Duration.ofSeconds(1));
    Instant before = clock.instant();
    clock.align(before.minusMillis(500), nanos);
    assertThat(clock.instant()).isEqualTo(before);
    pass(Duration.ofMillis(400));
    assertThat(clock.instant()).isEqualTo(before);
    pass(Duration.ofMillis(200));
    assertThat(clock.instant()).isEqualTo(before.plusMillis(100));
  }
}
