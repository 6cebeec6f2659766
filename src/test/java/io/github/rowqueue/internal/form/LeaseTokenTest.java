package io.github.rowqueue.internal.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.table.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("SPEC 3: an expiry written is found again, in every type of column that keeps times")
class LeaseTokenTest {

  /**
   * Its fraction is rounded up by MySQL and cut by MariaDB, and this hour does not exist in the
   * summer time of the JVM's zone, so that whoever takes UTC for a local time moves it.
   */
  private static final Instant NOW = Instant.parse("2026-03-08T02:29:59.600123987Z");

  static Stream<Arguments> types() {
    return Arrays.stream(TimeLane.values())
        .flatMap(lane -> lane.types().stream().map(type -> Arguments.of(lane, type)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void a_lease_is_claimed_extended_and_settled(TimeLane lane, String type) throws SQLException {
    try (TimedTable table = new TimedTable(lane, type, NOW)) {
      table.insert(1, 2, 3);
      List<ClaimedRow> rows = table.form().claim(3);
      assertThat(rows).hasSize(3);
      assertThat(rows).allSatisfy(row -> assertHeldFor(table, row, TimedTable.LEASE));

      for (int round = 1; round <= 2; round++) {
        table.setClock(NOW.plusMillis(7_777L * round));
        table.form().keeper().round();
        assertThat(rows).allSatisfy(row -> assertHeldFor(table, row, TimedTable.LEASE));
        assertThat(rows).noneMatch(ClaimedRow::isLost);
      }

      assertDone(rows.get(0).settle(Settlement.ACK));
      assertThat(table.stored(rows.get(0), Role.PROCESSED_AT)).isEqualTo(table.cut(table.now()));
      Duration delay = Duration.ofSeconds(90);
      assertDone(rows.get(1).settle(Settlement.retryAfter(delay, null)));
      assertThat(table.stored(rows.get(1), Role.RETRY_AFTER))
          .isEqualTo(table.cut(table.now().plus(delay)));
      assertDone(rows.get(2).release());
      assertThat(table.stored(rows.get(2), Role.LOCKED_UNTIL)).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void a_row_is_due_and_a_lease_ends_at_their_very_instants(TimeLane lane, String type)
      throws SQLException {
    try (TimedTable table = new TimedTable(lane, type, NOW)) {
      table.insert(1);
      Instant due = table.cut(NOW);
      table.setClock(due.minus(table.tick()));
      assertThat(table.form().claim(1)).isEmpty();
      table.setClock(due);
      ClaimedRow crashed = table.form().claim(1).get(0);
      crashed.close(); // as if its process had died: nothing extends it any more

      Instant expiry = due.plus(TimedTable.LEASE);
      table.setClock(expiry.minus(table.tick()));
      assertThat(table.form().claimSuspect()).isEmpty();
      table.setClock(expiry);
      assertThat(table.form().claimSuspect()).isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void the_column_holds_utc_whatever_the_zones_of_jvm_and_session(TimeLane lane, String type)
      throws SQLException {
    try (TimedTable table = new TimedTable(lane, type, NOW)) {
      table.insert(1);
      assertThat(table.form().claim(1)).hasSize(1);
      Instant expiry = table.expiry(NOW.plus(TimedTable.LEASE));
      String expected =
          type.equals("bigint")
              ? String.valueOf(expiry.toEpochMilli())
              : expiry
                  .truncatedTo(ChronoUnit.SECONDS)
                  .toString()
                  .replace('T', ' ')
                  .replace("Z", "");
      assertThat(expiry)
          .isBetween(NOW.plus(TimedTable.LEASE), NOW.plus(TimedTable.LEASE).plus(table.tick()));
      assertThat(table.shownExpiry(1).replace('T', ' ')).startsWith(expected);
    }
  }

  @ParameterizedTest
  @DisplayName("B205: a delay that overflows saturates at the latest time the column holds")
  @MethodSource("types")
  void a_delay_that_overflows_saturates(TimeLane lane, String type) throws SQLException {
    try (TimedTable table = new TimedTable(lane, type, NOW)) {
      table.insert(1, 2, 3, 4, 5, 6);
      List<ClaimedRow> rows = table.form().claim(6);
      Duration forever = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
      assertDone(rows.get(0).settle(Settlement.retryAfter(forever, null)));
      assertDone(rows.get(1).settle(Settlement.hold(forever, null)));

      Instant latest = table.cut(Instant.parse("9999-12-31T23:59:59.999999Z"));
      assertThat(table.stored(rows.get(0), Role.RETRY_AFTER)).isEqualTo(latest);
      assertThat(table.stored(rows.get(1), Role.LOCKED_UNTIL)).isEqualTo(latest);
      assertThat(latest).isAfter(NOW.plus(7_000 * 365L, ChronoUnit.DAYS));

      Duration short_ = Duration.ofSeconds(90);
      Map<ClaimedRow, SettleResult> together =
          table
              .form()
              .settleTogether(
                  rows.subList(2, 6),
                  List.of(
                      Settlement.retryAfter(forever, null),
                      Settlement.hold(forever, null),
                      Settlement.retryAfter(short_, null),
                      Settlement.hold(short_, null)));
      assertThat(together).hasSize(4);
      together.values().forEach(LeaseTokenTest::assertDone);
      assertThat(table.stored(rows.get(2), Role.RETRY_AFTER)).isEqualTo(latest);
      assertThat(table.stored(rows.get(3), Role.LOCKED_UNTIL)).isEqualTo(latest);
      Instant soon = table.cut(table.now().plus(short_));
      assertThat(table.stored(rows.get(4), Role.RETRY_AFTER)).isEqualTo(soon);
      assertThat(table.stored(rows.get(5), Role.LOCKED_UNTIL)).isEqualTo(soon);
    }
  }

  static Stream<Arguments> lateFirst() {
    return Arrays.stream(TimeLane.values())
        .flatMap(
            lane ->
                Stream.of(true, false).map(late -> Arguments.of(lane, lane.types().get(0), late)));
  }

  @ParameterizedTest
  @MethodSource("lateFirst")
  @DisplayName("Rule 6: of two deliveries of one row that settle together only the holder's counts")
  void deliveries_of_one_row_have_results_of_their_own(
      TimeLane lane, String type, boolean lateFirst) throws SQLException {
    try (TimedTable table = new TimedTable(lane, type, NOW)) {
      table.insert(1);
      ClaimedRow late = table.form().claim(1).get(0);
      late.close(); // its handler has returned, and its ack waits for the connection
      table.setClock(table.expiry(NOW.plus(TimedTable.LEASE)));
      ClaimedRow holder = table.form().claimSuspect().orElseThrow();
      table.insert(2);
      ClaimedRow other = table.form().claim(1).get(0);

      Map<ClaimedRow, SettleResult> results =
          table
              .form()
              .settleTogether(
                  lateFirst ? List.of(late, holder, other) : List.of(other, holder, late),
                  List.of(Settlement.ACK, Settlement.ACK, Settlement.ACK));
      assertThat(Objects.requireNonNull(results.get(late)).kind())
          .isEqualTo(SettleResult.Kind.LOST);
      assertDone(Objects.requireNonNull(results.get(holder)));
      assertDone(Objects.requireNonNull(results.get(other)));
    }
  }

  private static void assertHeldFor(TimedTable table, ClaimedRow row, Duration lease) {
    assertThat(table.stored(row, Role.LOCKED_UNTIL))
        .isEqualTo(table.expiry(table.now().plus(lease)));
  }

  private static void assertDone(SettleResult result) {
    assertThat(result.kind()).isEqualTo(SettleResult.Kind.DONE);
  }
}
