package io.github.rowqueue.internal.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Limits;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which lane a row goes to, and what waits there. */
class KeyLanesTest {

  /** A row, whose number tells its place in claim order. */
  record Row(@Nullable Object key, int number) {}

  private static final long LIMIT = 1000;

  static KeyLanes<Row> lanes(Limits limits) {
    return new KeyLanes<>(limits, row -> Optional.ofNullable(row.key()));
  }

  private static List<Row> rows(Object... keys) {
    return IntStream.range(0, keys.length).mapToObj(i -> new Row(keys[i], i)).toList();
  }

  /** Keys that all fall to lanes of their own. */
  private static List<Object> keysApart(int lanes) {
    List<Object> keys = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (int key = 0; keys.size() < lanes; key++) {
      if (taken.add(laneOf(lanes, key))) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static int laneOf(int lanes, Object key) {
    return lanes(Limits.leased(lanes, 1)).admit(rows(key), 0).starts().get(0).lane();
  }

  @Test
  @DisplayName("B123: a row whose key is in work waits in claim order, other keys run side by side")
  void rows_of_a_key_run_one_after_the_other() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 1));
    List<Object> keys = keysApart(2);
    List<Row> rows = rows(keys.get(0), keys.get(0), keys.get(1), keys.get(0));
    Admitted<Row> admitted = lanes.admit(rows, 0);
    assertThat(admitted.refused()).isEmpty();
    assertThat(admitted.starts())
        .extracting(Start::rows)
        .containsExactly(List.of(rows.get(0)), List.of(rows.get(2)));
    int lane = admitted.starts().get(0).lane();
    assertThat(lanes.ended(lane, false).next()).containsExactly(rows.get(1));
    assertThat(lanes.ended(lane, false).next()).containsExactly(rows.get(3));
    assertThat(lanes.ended(lane, false)).isEqualTo(new Ended<>(List.of(), List.of(), false));
  }

  @Test
  void one_lane_s_rows_form_a_batch() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 3));
    List<Object> keys = keysApart(2);
    Object hot = keys.get(0);
    List<Row> rows = rows(hot, keys.get(1), hot, hot, hot);
    Admitted<Row> admitted = lanes.admit(rows, 0);
    assertThat(admitted.starts())
        .extracting(Start::rows)
        .containsExactly(List.of(rows.get(0), rows.get(2), rows.get(3)), List.of(rows.get(1)));
    assertThat(lanes.ended(admitted.starts().get(0).lane(), false).next())
        .containsExactly(rows.get(4));
  }

  @Test
  void a_claim_starts_only_while_a_lane_is_empty_and_the_backlog_is_bounded() {
    KeyLanes<Row> lanes = lanes(Limits.leased(4, 1));
    assertThat(lanes.room()).isEqualTo(4);
    int held = 0;
    while (lanes.room() > 0) {
      List<Row> hot = Collections.nCopies(lanes.room(), new Row("hot", 0));
      assertThat(lanes.admit(hot, 0).refused()).isEmpty();
      held += hot.size();
    }
    assertThat(held).as("one hot key fills five rows per lane and no more").isEqualTo(20);
    for (int i = 1; i <= 6; i++) {
      lanes.ended(laneOf(4, "hot"), false);
      assertThat(lanes.room()).isEqualTo(Math.min(i, 4));
    }
    assertThat(lanes.admit(rows(keysApart(4).toArray()), 0).starts()).hasSize(3);
    assertThat(lanes.room()).as("every lane is in work").isZero();
  }

  @Test
  void rows_that_hold_a_connection_are_never_more_than_workers_and_come_one_by_one() {
    KeyLanes<Row> lanes = lanes(Limits.locked(3));
    for (int i = 0; i < 3; i++) {
      assertThat(lanes.room()).isEqualTo(1);
      lanes.admit(rows("hot"), 0);
    }
    assertThat(lanes.room()).as("two lanes are empty, but three rows are held").isZero();
    lanes.ended(laneOf(3, "hot"), false);
    assertThat(lanes.room()).isEqualTo(1);
  }

  @Test
  @DisplayName("SPEC 1, 3: a null key is unordered: it goes where nothing runs, and else waits")
  void rows_without_a_key_go_to_empty_lanes() {
    KeyLanes<Row> lanes = lanes(Limits.leased(3, 1));
    Object[] noKeys = {null, null, null, null, null, null};
    Admitted<Row> admitted = lanes.admit(rows(noKeys), 0);
    assertThat(admitted.starts()).hasSize(3);
    for (Start<Row> start : admitted.starts()) {
      assertThat(lanes.ended(start.lane(), false).next()).as("spread evenly").hasSize(1);
    }
  }

  @Test
  @DisplayName(
      "SPEC 13, 4: a lane whose rows wait too long gives them back, and takes none until its worker ends")
  void a_lane_that_keeps_rows_waiting_is_closed() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 4));
    List<Object> keys = keysApart(2);
    Object slow = keys.get(0);
    List<Row> first = rows(slow, slow, slow, slow);
    int lane = lanes.admit(first, 0).starts().get(0).lane();
    List<Row> behind = rows(slow, slow);
    lanes.admit(behind, 10);
    lanes.admit(rows(slow), 500);
    assertThat(lanes.late(LIMIT + 9, LIMIT)).isEmpty();
    assertThat(lanes.late(LIMIT + 10, LIMIT))
        .as("with those that came later, which would pass them")
        .containsExactly(
            new Start<>(lane, List.of(behind.get(0), behind.get(1), rows(slow).get(0))));
    assertThat(lanes.givenBack(lane)).as("its worker has not ended").isFalse();
    Admitted<Row> mixed = lanes.admit(rows(slow, keys.get(1), null), 2000);
    assertThat(mixed.refused()).containsExactly(new Row(slow, 0));
    assertThat(mixed.starts()).hasSize(1);
    assertThat(lanes.ended(lane, false)).isEqualTo(new Ended<>(List.of(), List.of(), true));
    lanes.claimStarts();
    assertThat(lanes.admit(rows(slow), 3000).starts()).hasSize(1);
  }

  @Test
  @DisplayName("A hot key whose worker does not end starves no other: claims reach past its rows")
  void claims_reach_past_the_rows_of_a_closed_lane() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 1));
    List<Object> keys = keysApart(2);
    lanes.admit(rows(keys.get(0), keys.get(0)), 0);
    assertThat(lanes.late(LIMIT, LIMIT)).hasSize(1);
    lanes.givenBack(laneOf(2, keys.get(0)));
    List<Row> queue = new ArrayList<>(Collections.nCopies(100, new Row(keys.get(0), 0)));
    queue.add(new Row(keys.get(1), 1));
    int claims = 1;
    while (lanes.admit(queue.subList(0, Math.min(lanes.room(), 101)), LIMIT).starts().isEmpty()) {
      assertThat(++claims).isLessThan(10);
    }
    lanes.ended(laneOf(2, keys.get(1)), false);
    assertThat(lanes.room()).as("reaches as far as is needed").isEqualTo(102);
    for (int i = 0; i < 20; i++) {
      lanes.admit(Collections.nCopies(lanes.room(), new Row(keys.get(0), 0)), LIMIT);
    }
    assertThat(lanes.room()).as("and not without end").isEqualTo(502);
    List<Row> many = Collections.nCopies(500, new Row(keys.get(1), 1));
    assertThat(lanes.admit(many, LIMIT).refused()).as("no more are held").hasSize(500 - 9);
    lanes.ended(laneOf(2, keys.get(0)), false);
    lanes.ended(laneOf(2, keys.get(1)), false);
    assertThat(lanes.room()).as("as before").isEqualTo(2);
  }

  @Test
  void with_every_lane_closed_rows_without_a_key_are_given_back_too() {
    KeyLanes<Row> lanes = lanes(Limits.leased(1, 1));
    lanes.admit(rows("slow", "slow"), 0);
    assertThat(lanes.late(LIMIT, LIMIT)).hasSize(1);
    assertThat(lanes.admit(rows((Object) null), 0).refused()).hasSize(1);
  }

  @Test
  @DisplayName("Rows of a claim do not pass one that was given back while the claim was under way")
  void a_claim_under_way_brings_none_that_passes_a_row_given_back() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 1));
    List<Object> keys = keysApart(2);
    Object slow = keys.get(0);
    int lane = lanes.admit(rows(slow, slow), 0).starts().get(0).lane();
    lanes.claimStarts();
    assertThat(lanes.late(LIMIT, LIMIT)).hasSize(1);
    assertThat(lanes.givenBack(lane)).isFalse();
    assertThat(lanes.ended(lane, false).opened()).isTrue();
    Admitted<Row> passing = lanes.admit(rows(slow, null, keys.get(1)), LIMIT);
    assertThat(passing.refused()).containsExactly(new Row(slow, 0));
    assertThat(passing.starts()).as("others run").hasSize(2);
    lanes.ended(lane, false);
    lanes.claimStarts();
    assertThat(lanes.admit(rows(slow), LIMIT).starts()).as("the next claim found it").hasSize(1);
    lanes.claimStarts();
    assertThat(lanes.ended(lane, true).next()).isEmpty();
    assertThat(lanes.admit(rows(slow), LIMIT).refused()).as("behind one given up").hasSize(1);
  }

  @Test
  void rows_behind_one_that_was_given_up_are_given_back_with_it() {
    KeyLanes<Row> lanes = lanes(Limits.leased(1, 1));
    List<Row> rows = rows("a", "a", "b");
    lanes.admit(rows, 0);
    assertThat(lanes.ended(0, true)).isEqualTo(new Ended<>(List.of(), rows.subList(1, 3), false));
    assertThat(lanes.room()).as("others of their key would pass them").isZero();
    assertThat(lanes.givenBack(0)).isTrue();
    assertThat(lanes.room()).isEqualTo(1);
  }

  @Test
  @DisplayName("SPEC 3: a suspect is never claimed ahead: its lane is emptied for it first")
  void a_suspect_does_not_wait_in_a_lane() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 1));
    List<Object> keys = keysApart(2);
    Row suspect = new Row(keys.get(0), 7);
    int lane = lanes.admit(rows(keys.get(0), keys.get(0)), 0).starts().get(0).lane();
    assertThat(lanes.admitSuspect(suspect)).isEmpty();
    assertThat(lanes.admitSuspect(suspect)).isEmpty();
    assertThat(lanes.admit(rows(keys.get(0)), 0).refused())
        .as("fresh rows come after it")
        .hasSize(1);
    assertThat(lanes.ended(lane, false).next()).as("those claimed before it run").hasSize(1);
    assertThat(lanes.ended(lane, false).opened()).isTrue();
    assertThat(lanes.admitSuspect(suspect)).hasValue(lane);
    assertThat(lanes.admit(rows(keys.get(0)), 0).starts()).as("waits behind it").isEmpty();
    assertThat(lanes.admitSuspect(new Row(null, 8))).as("no key, any lane").hasValue(1 - lane);
    assertThat(lanes.admitSuspect(new Row(null, 9))).isEmpty();
    assertThat(lanes.room()).isZero();
  }

  @Test
  void all_that_wait_can_be_taken_out_at_once() {
    KeyLanes<Row> lanes = lanes(Limits.leased(2, 1));
    List<Row> rows = rows("a", "a", "a");
    lanes.admit(rows, 0);
    assertThat(lanes.drain()).isEqualTo(rows.subList(1, 3));
    assertThat(lanes.drain()).isEmpty();
    assertThat(lanes.ended(laneOf(2, "a"), false).next()).isEmpty();
  }

  @Test
  void keys_in_sequence_and_in_steps_are_spread_over_the_lanes() {
    for (int step : List.of(1, 16, 64, 1 << 16)) {
      Map<Integer, Integer> perLane = new HashMap<>();
      for (int i = 0; i < 1600; i++) {
        perLane.merge(laneOf(16, (long) i * step), 1, Integer::sum);
      }
      assertThat(perLane).as("step %s", step).hasSize(16);
      assertThat(perLane.values()).allMatch(rows -> rows > 50 && rows < 170);
    }
  }
}
