package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.jdbc.Mark;
import io.github.rowqueue.internal.jdbc.RowId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The marks of a queue as they are told of claims and of what becomes claimable. */
final class LowWaterMarkTest {

  private static final Instant T = Instant.parse("2026-12-01T10:00:00Z");
  private static final long MILLI = 1_000_000;

  private final LowWaterMark mark = new LowWaterMark(Duration.ofSeconds(5));
  private long now;

  private static Mark at(long priority, int second) {
    return at(priority, second, (long) second);
  }

  private static Mark at(long priority, int second, @Nullable Object id) {
    return new Mark(priority, T.plusSeconds(second), id == null ? null : RowId.of(id));
  }

  /** A full claim of {@code wanted} rows that costs {@code millis}. */
  private void full(int wanted, long millis, Mark... taken) {
    assertThat(mark.begin(now)).as("a full claim begins").isEmpty();
    mark.verified(List.of(taken), taken.length < wanted, now, now + millis * MILLI);
    now += millis * MILLI;
    mark.end();
  }

  private void marked(int wanted, Mark... taken) {
    assertThat(mark.begin(now)).as("a claim from marks begins").isNotEmpty();
    mark.claimed(List.of(taken), taken.length < wanted);
    mark.end();
  }

  /** Three full claims, each of which finds as much as it asks for: the marks are known then. */
  private void armed(long millis, Mark... taken) {
    for (int i = 0; i < 3; i++) {
      now += Duration.ofSeconds(100).toNanos();
      full(taken.length, millis, taken);
    }
  }

  private List<Mark> next() {
    List<Mark> start = mark.begin(now);
    mark.end();
    return start;
  }

  @Test
  void the_first_claims_are_full_and_the_next_starts_at_their_first_row() {
    armed(10, at(0, 1), at(0, 2), at(0, 3));
    assertThat(next()).containsExactly(at(0, 1));
  }

  @Test
  void each_priority_has_a_mark_of_its_own_and_the_most_urgent_comes_first() {
    armed(10, at(3, 9), at(4, 1), at(4, 2));
    assertThat(next()).containsExactly(at(3, 9), at(4, 1));
    marked(2, at(4, 5), at(4, 6));
    assertThat(next()).as("3 brought nothing").containsExactly(at(3, 9), at(4, 5));
  }

  @Test
  void full_claims_take_a_twentieth_of_the_time() {
    armed(10, at(0, 1));
    now += 189 * MILLI;
    assertThat(next()).isNotEmpty();
    now += MILLI;
    assertThat(next()).isEmpty();
  }

  @Test
  void full_claims_are_no_farther_apart_than_the_longest_spacing() {
    armed(1000, at(0, 1));
    now += 4999 * MILLI;
    assertThat(next()).isNotEmpty();
    now += MILLI;
    assertThat(next()).isEmpty();
  }

  @Test
  void full_claims_never_take_more_than_a_quarter_of_the_time() {
    armed(10_000, at(0, 1));
    now += 29_999 * MILLI;
    assertThat(next()).isNotEmpty();
    now += MILLI;
    assertThat(next()).isEmpty();
  }

  @Test
  void a_claim_that_comes_short_is_followed_by_a_full_one() {
    armed(10, at(0, 1), at(0, 2));
    marked(2, at(0, 3));
    assertThat(mark.mayVerify(now)).isTrue();
    assertThat(next()).as("the claim after it").isEmpty();
    full(2, 10, at(0, 4));
    assertThat(next()).as("and after one that found all there is").isEmpty();
    full(2, 10, at(0, 5), at(0, 6));
    assertThat(next()).as("and after one that found enough").containsExactly(at(0, 5));
  }

  @Test
  void full_claims_after_short_ones_take_a_quarter_of_the_time_once_they_were_dear() {
    armed(10, at(0, 1), at(0, 2));
    long start = now;
    long end = start + Duration.ofSeconds(60).toNanos();
    long spent = 0;
    for (; now < end; now += 10 * MILLI) {
      List<Mark> from = mark.begin(now);
      if (!from.isEmpty()) {
        mark.claimed(List.of(), true);
      }
      if (from.isEmpty() || mark.mayVerify(now)) {
        mark.verified(List.of(), true, now, now + 300 * MILLI);
        now += 300 * MILLI;
        spent += 300 * MILLI;
      }
      mark.end();
    }
    assertThat((double) spent / (end - start)).isBetween(0.2, 0.3);
  }

  @Test
  void a_full_claim_that_finds_a_row_before_the_mark_starts_the_next_there() {
    armed(10, at(0, 50), at(0, 51));
    now += Duration.ofSeconds(5).toNanos();
    full(2, 10, at(0, 7), at(0, 50));
    assertThat(next()).containsExactly(at(0, 7));
  }

  @Test
  void a_full_claim_leaves_no_mark_behind_the_last_row_it_came_to() {
    armed(10, at(0, 1), at(2, 1));
    now += Duration.ofSeconds(5).toNanos();
    full(2, 10, at(0, 2), at(0, 3)); // rows of priority 1 may be there by now
    assertThat(next()).containsExactly(at(0, 2));
  }

  @Test
  void a_row_that_returns_before_the_mark_lowers_it() {
    armed(10, at(0, 5, 9L), at(0, 6));
    mark.returned(at(0, 6));
    assertThat(next()).as("it stands behind").containsExactly(at(0, 5, 9L));
    mark.returned(at(0, 5, 10L));
    assertThat(next()).as("it stands behind").containsExactly(at(0, 5, 9L));
    mark.returned(at(0, 5, 8L));
    assertThat(next()).containsExactly(at(0, 5, 8L));
    mark.returned(at(0, 3));
    assertThat(next()).containsExactly(at(0, 3));
  }

  @Test
  void a_row_that_returns_while_a_claim_runs_is_not_passed_by_its_mark() {
    armed(10, at(0, 5), at(0, 6));
    mark.returned(at(0, 4));
    assertThat(mark.begin(now)).containsExactly(at(0, 4));
    mark.returned(at(0, 3)); // after the claim has looked
    mark.claimed(List.of(at(0, 8), at(0, 9)), false);
    mark.end();
    assertThat(next()).containsExactly(at(0, 3));
    assertThat(mark.begin(now)).containsExactly(at(0, 3));
    mark.claimed(List.of(at(0, 8), at(0, 9)), false);
    mark.returned(at(0, 6)); // before the claim is over
    mark.end();
    assertThat(next()).containsExactly(at(0, 6));
  }

  @Test
  void a_row_of_a_priority_without_a_mark_is_passed_by_none_that_is_less_urgent() {
    armed(10, at(0, 1), at(5, 1), at(9, 1));
    mark.returned(at(3, 1));
    assertThat(next()).containsExactly(at(0, 1));
    mark.published(-1, T);
    assertThat(next()).as("a full one finds it").isEmpty();
  }

  @Test
  void less_urgent_rows_than_all_marks_change_nothing() {
    armed(10, at(0, 1), at(5, 1));
    mark.published(9, T);
    mark.returned(at(7, 1));
    assertThat(next()).containsExactly(at(0, 1), at(5, 1));
  }

  @Test
  void a_published_row_lowers_the_mark_only_if_it_may_stand_before_it() {
    armed(10, at(0, 5), at(0, 6));
    mark.published(0, T.plusSeconds(5));
    assertThat(next()).containsExactly(at(0, 5));
    mark.published(0, T.plusSeconds(4));
    assertThat(next()).containsExactly(at(0, 4, null));
    mark.returned(at(0, 4, 4L));
    assertThat(next()).containsExactly(at(0, 4, 4L));
  }

  @Test
  void what_is_published_while_a_claim_runs_is_not_passed_either() {
    armed(10, at(0, 5), at(3, 5));
    assertThat(mark.begin(now)).isNotEmpty();
    mark.published(2, T);
    mark.published(0, T.plusSeconds(6));
    mark.claimed(List.of(at(0, 7), at(3, 7)), false);
    mark.end();
    assertThat(next()).containsExactly(at(0, 6, null));
  }

  @Test
  void without_due_times_rows_published_stand_behind() {
    Mark first = new Mark(0, null, RowId.of(7L));
    armed(10, first);
    mark.published(0, null);
    assertThat(next()).containsExactly(first);
    mark.returned(new Mark(0, null, RowId.of(3)));
    assertThat(next()).containsExactly(new Mark(0, null, RowId.of(3)));
    mark.published(-5, null);
    assertThat(next()).isEmpty();
  }

  @Test
  void ids_that_only_the_database_sorts_make_the_next_claim_full() {
    UUID id = UUID.randomUUID();
    armed(10, at(0, 5, id), at(1, 5, id));
    mark.returned(at(1, 5, id));
    assertThat(next()).as("the very row").hasSize(2);
    mark.returned(at(1, 4, UUID.randomUUID()));
    assertThat(next()).as("another time").hasSize(2);
    mark.returned(at(0, 5, UUID.randomUUID()));
    assertThat(next()).isEmpty();
  }

  @Test
  void few_priorities_are_remembered_and_the_most_urgent() {
    Mark[] many = new Mark[20];
    for (int i = 0; i < many.length; i++) {
      many[i] = at(i, 1);
    }
    armed(10, many);
    assertThat(next()).hasSize(LowWaterMark.MOST_MARKS).startsWith(at(0, 1), at(1, 1));
  }

  @Test
  void more_news_than_are_kept_make_the_next_claim_full() {
    armed(10, at(0, 5));
    assertThat(mark.begin(now)).isNotEmpty();
    for (int i = 0; i < 1000; i++) {
      mark.returned(at(0, 1000 - i));
    }
    mark.claimed(List.of(at(0, 2000)), false);
    mark.end();
    assertThat(next()).isEmpty();
  }

  @Test
  void a_failed_full_claim_keeps_the_marks_and_is_tried_again_later() {
    armed(10, at(0, 5));
    now += Duration.ofSeconds(5).toNanos();
    assertThat(mark.begin(now)).isEmpty();
    mark.notVerified(now, now + 2000 * MILLI);
    mark.end();
    now += 2000 * MILLI;
    assertThat(next()).containsExactly(at(0, 5));
    now += 6000 * MILLI;
    assertThat(next()).as("3 times its cost is more than the longest spacing").isEmpty();
  }

  @Test
  void rows_whose_place_cannot_be_read_make_the_next_claim_full() {
    armed(10, at(0, 5));
    mark.forget();
    assertThat(next()).isEmpty();
  }
}
