package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SuspectSpacingTest {

  private static final long MILLI = 1_000_000;

  private final SuspectSpacing spacing = new SuspectSpacing();

  private void look(long at, long cost, boolean found) {
    assertThat(spacing.isDue(at)).isTrue();
    spacing.looked(at, at + cost, found);
  }

  @Test
  void cheap_looks_are_made_whenever_somebody_wants_one() {
    for (int i = 0; i < 5; i++) {
      look(0, 19 * MILLI, false);
    }
    assertThat(spacing.isDue(19 * MILLI)).isTrue();
  }

  @Test
  void dear_ones_take_a_twentieth_of_the_time() {
    for (int i = 0; i < 3; i++) {
      look(0, 100 * MILLI, false);
    }
    assertThat(spacing.isDue(1999 * MILLI)).isFalse();
    assertThat(spacing.isDue(2000 * MILLI)).isTrue();
  }

  @Test
  void one_that_found_a_row_is_followed_by_the_next() {
    for (int i = 0; i < 3; i++) {
      look(0, 100 * MILLI, false);
    }
    for (int i = 0; i < 5; i++) {
      look((3000 + 100 * i) * MILLI, 100 * MILLI, true);
    }
    assertThat(spacing.isDue(3500 * MILLI)).isTrue();
  }
}
