package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.TableName;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who is notified of what, and when; the time is the test's. */
class DirtyGroupsTest {

  private static final TableName JOBS = new TableName("", "jobs");
  private static final TableName MAILS = new TableName("app", "mails");
  private static final long MILLI = 1_000_000;

  /** Far from zero, which System.nanoTime() may be on either side of. */
  private static final long START = Long.MAX_VALUE - 5 * MILLI;

  private final DirtyGroups dirty = new DirtyGroups(Duration.ofMillis(10));

  @Test
  void the_first_row_of_a_group_is_told_at_once_and_later_ones_once_per_interval() {
    assertThat(dirty.nanosUntilNext(START)).isEqualTo(Long.MAX_VALUE);
    assertThat(dirty.mark(JOBS, "a")).isTrue();
    assertThat(dirty.nanosUntilNext(START)).isLessThanOrEqualTo(0);
    assertThat(dirty.take(START)).isEqualTo(Map.of(JOBS, Set.of("a")));

    assertThat(dirty.mark(JOBS, "a")).isTrue();
    assertThat(dirty.mark(JOBS, "a")).as("told once for both").isFalse();
    assertThat(dirty.nanosUntilNext(START + 4 * MILLI)).isEqualTo(6 * MILLI);
    assertThat(dirty.take(START + 4 * MILLI)).isEmpty();
    assertThat(dirty.nanosUntilNext(START + 10 * MILLI)).isLessThanOrEqualTo(0);
    assertThat(dirty.take(START + 10 * MILLI)).isEqualTo(Map.of(JOBS, Set.of("a")));
    assertThat(dirty.nanosUntilNext(START + 30 * MILLI)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void groups_and_tables_do_not_wait_for_each_other() {
    dirty.mark(JOBS, "a");
    dirty.take(START);
    dirty.mark(JOBS, "a");
    dirty.mark(JOBS, "b");
    dirty.mark(MAILS, "a");

    assertThat(dirty.nanosUntilNext(START + MILLI)).isLessThanOrEqualTo(0);
    assertThat(dirty.take(START + MILLI)).isEqualTo(Map.of(JOBS, Set.of("b"), MAILS, Set.of("a")));
    assertThat(dirty.takeAll()).isEqualTo(Map.of(JOBS, Set.of("a")));
  }

  @Test
  void rule_24_a_row_that_comes_while_its_group_is_told_makes_the_group_dirty_again() {
    dirty.mark(JOBS, "a");
    assertThat(dirty.take(START)).hasSize(1);
    assertThat(dirty.mark(JOBS, "a")).as("the group was clean before it was told").isTrue();
  }

  @Test
  void groups_nobody_was_told_of_are_told_of_after_the_backoff_with_those_that_came_meanwhile() {
    dirty.mark(JOBS, "a");
    Map<TableName, Set<String>> due = dirty.take(START);
    dirty.failed(due, START + 500 * MILLI);
    dirty.mark(JOBS, "b");

    assertThat(dirty.nanosUntilNext(START + 100 * MILLI)).isEqualTo(400 * MILLI);
    assertThat(dirty.take(START + 500 * MILLI)).isEqualTo(Map.of(JOBS, Set.of("a", "b")));
  }

  @Test
  void a_table_of_many_groups_is_told_of_as_a_whole() {
    for (int i = 0; i <= DirtyGroups.MOST_GROUPS; i++) {
      dirty.mark(JOBS, "g" + i);
    }
    dirty.mark(MAILS, "a");
    dirty.mark(MAILS, DirtyGroups.ALL);

    assertThat(dirty.take(START))
        .isEqualTo(Map.of(JOBS, Set.of(DirtyGroups.ALL), MAILS, Set.of(DirtyGroups.ALL)));
    assertThat(dirty.takeAll()).isEmpty();
  }
}
