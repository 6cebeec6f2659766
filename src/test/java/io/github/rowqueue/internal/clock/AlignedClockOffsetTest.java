package io.github.rowqueue.internal.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlignedClockOffsetTest {

  private static final Instant START = Instant.parse("2026-11-30T12:00:00.123456789Z");

  private Instant wall = START;
  private long nanos = Long.MAX_VALUE - 1_000; // overflows on the way, as nanoTime may

  private final AlignedClock clock = new AlignedClock(() -> wall, () -> nanos);

  @Test
  void it_runs_with_the_host_until_it_is_aligned() {
    pass(Duration.ofSeconds(5));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(clock.offset()).isZero();
  }

  @Test
  void it_takes_the_databases_time_at_the_start_of_the_round_trip() {
    long before = nanos;
    pass(Duration.ofMillis(40));
    Instant database = START.plusSeconds(100);
    clock.align(database, before);

    assertThat(clock.instant()).isEqualTo(database.plusMillis(40));
    assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void a_database_behind_has_a_negative_offset() {
    clock.align(START.minusSeconds(3600), nanos);
    assertThat(clock.offset()).isEqualTo(Duration.ofHours(-1));
    pass(Duration.ofMinutes(1));
    assertThat(clock.instant()).isEqualTo(START.minusSeconds(3540));
  }

  @Test
  void between_measurements_a_step_of_the_wall_clock_moves_nothing() {
    clock.align(START, nanos);
    pass(Duration.ofSeconds(1));
    wall = wall.minus(Duration.ofDays(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(1));
    pass(Duration.ofSeconds(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void a_small_correction_backwards_is_waited_out() {
    clock.align(START, nanos);
    assertThat(clock.instant()).isEqualTo(START);
    clock.align(START.minusMillis(300), nanos);

    assertThat(clock.instant()).as("never backwards").isEqualTo(START);
    pass(Duration.ofMillis(299));
    assertThat(clock.instant()).as("stands still").isEqualTo(START);
    pass(Duration.ofMillis(2));
    assertThat(clock.instant()).as("runs again").isEqualTo(START.plusMillis(1));
  }

  @Test
  void a_step_of_the_server_is_followed() {
    clock.align(START, nanos);
    assertThat(clock.instant()).isEqualTo(START);
    clock.align(START.minusSeconds(2), nanos);
    assertThat(clock.instant()).isEqualTo(START.minusSeconds(2));
  }

  @Test
  void a_step_of_the_wall_clock_is_told_beyond_the_tolerance() {
    Duration tolerance = Duration.ofMillis(100);
    pass(Duration.ofHours(1));
    assertThat(clock.hasStepped(tolerance)).isFalse();
    wall = wall.plusMillis(100);
    assertThat(clock.hasStepped(tolerance)).isFalse();
    wall = wall.plusMillis(1);
    assertThat(clock.hasStepped(tolerance)).isTrue();
    wall = wall.minusMillis(202);
    assertThat(clock.hasStepped(tolerance)).as("backwards too").isTrue();
  }

  @Test
  void a_suspended_machine_looks_like_a_step() {
    wall = wall.plusSeconds(60); // nanoTime may stand still meanwhile
    assertThat(clock.hasStepped(Duration.ofSeconds(3))).isTrue();
  }

  @Test
  void without_a_measurement_it_runs_on_and_the_step_is_told_once() {
    clock.align(START.plusSeconds(10), nanos);
    wall = wall.plusSeconds(60);
    clock.resume();
    assertThat(clock.hasStepped(Duration.ofSeconds(3))).isFalse();
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(10));
  }

  private void pass(Duration time) {
    wall = wall.plus(time);
    nanos += time.toNanos();
  }
}
