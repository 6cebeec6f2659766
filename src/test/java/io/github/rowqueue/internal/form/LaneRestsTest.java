package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.RawRows;
import io.github.rowqueue.table.Role;
import io.github.rowqueue.table.TableSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneRestsTest {

  private static final Settlement RETRY = Settlement.retry(null);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000); // System.nanoTime may wrap
  private final LaneRests rests = new LaneRests(Optional.of(Role.PARTITION_KEY), true, now::get);

  private static RawRow row(int id, @Nullable String key) {
    return RawRows.of(
        TableSpec.builder("jobs")
            .id("id")
            .partitionKey("customer")
            .nullable()
            .fifo()
            .payload("payload")
            .build(),
        id,
        key,
        "x");
  }

  @Test
  void a_lane_whose_head_is_retried_rests_for_longer_each_time_up_to_a_second() {
    for (int millis : new int[] {50, 100, 200, 400, 800, 1000, 1000}) {
      rests.settling(row(1, "a"), RETRY);
      assertThat(rests.left(row(1, "a"))).isEqualTo(Duration.ofMillis(millis));
      assertThat(rests.isResting("a")).isTrue();
      assertThat(rests.isResting("b")).isFalse();
      now.addAndGet(Duration.ofMillis(millis).toNanos());
      assertThat(rests.isResting("a")).isFalse();
      assertThat(rests.left(row(1, "a"))).isZero();
    }
  }

  @Test
  void whatever_ends_otherwise_ends_the_rest() {
    rests.settling(row(1, "a"), RETRY);
    rests.settling(row(1, "a"), RETRY);
    rests.settling(row(1, "a"), Settlement.ACK);
    assertThat(rests.isResting("a")).isFalse();
    rests.settling(row(2, "a"), RETRY);
    assertThat(rests.left(row(2, "a"))).isEqualTo(Duration.ofMillis(50));
    rests.settling(row(2, "a"), Settlement.retryAfter(Duration.ofSeconds(5), null));
    assertThat(rests.isResting("a")).isFalse();
  }

  @Test
  void a_delay_of_nothing_rests_as_a_retry() {
    rests.settling(row(1, "a"), Settlement.retryAfter(Duration.ZERO, null));
    assertThat(rests.isResting("a")).isTrue();
  }

  @Test
  void a_row_without_a_lane_never_rests() {
    rests.settling(row(1, null), RETRY);
    assertThat(rests.left(row(1, null))).isZero();
  }

  @Test
  void many_lanes_are_forgotten_and_not_kept_for_ever() {
    for (int i = 0; i < 2000; i++) {
      rests.settling(row(i, "key" + i), RETRY);
    }
    assertThat(rests.isResting("key0")).isFalse();
    assertThat(rests.isResting("key1999")).isTrue();
  }
}
