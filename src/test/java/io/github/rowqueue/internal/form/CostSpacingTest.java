package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CostSpacingTest {

  private static final long FOREVER = Long.MAX_VALUE;

  private final CostSpacing spacing = new CostSpacing(3);

  @Test
  void what_was_never_done_is_due() {
    assertThat(spacing.isDue(0, 19, FOREVER)).isTrue();
    assertThat(spacing.cost()).isZero();
  }

  @Test
  void the_cost_is_that_of_the_cheapest_of_the_last_three() {
    spacing.done(0, 500);
    spacing.done(0, 400);
    assertThat(spacing.cost()).as("of two").isZero();
    spacing.done(0, 300);
    assertThat(spacing.cost()).isEqualTo(300);
    spacing.done(0, 700);
    spacing.done(0, 800);
    assertThat(spacing.cost()).isEqualTo(300);
    spacing.done(0, 900);
    assertThat(spacing.cost()).isEqualTo(700);
  }

  @Test
  void it_is_due_after_so_many_times_its_cost() {
    for (int i = 0; i < 3; i++) {
      spacing.done(0, 100);
    }
    assertThat(spacing.isDue(100 + 1899, 19, FOREVER)).isFalse();
    assertThat(spacing.isDue(100 + 1900, 19, FOREVER)).isTrue();
    assertThat(spacing.isDue(100 + 299, 19, 300)).isFalse();
    assertThat(spacing.isDue(100 + 300, 19, 300)).isTrue();
  }

  @Test
  void a_failure_counts_at_once() {
    for (int i = 0; i < 3; i++) {
      spacing.done(0, 100);
    }
    spacing.failed(1000, 11_000);
    assertThat(spacing.cost()).isEqualTo(10_000);
    assertThat(spacing.isDue(11_000 + 29_999, 3, FOREVER)).isFalse();
    assertThat(spacing.isDue(11_000 + 30_000, 3, FOREVER)).isTrue();
  }
}
