package io.github.rowqueue.internal.subscriber;

import static io.github.rowqueue.internal.subscriber.KeyLanesTest.lanes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Limits;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import io.github.rowqueue.internal.subscriber.KeyLanesTest.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Random histories of claims, ends, suspects and late rows. */
class KeyLanesReplayTest {

  @Test
  @DisplayName("Any order of claims, ends, suspects and late rows keeps each key in order")
  void nothing_is_lost_or_passed_whatever_happens() {
    for (long seed = 0; seed < 300; seed++) {
      new Replay(seed).run();
    }
  }

  /** A random history; a row that is given back stands where it stood in claim order. */
  private static final class Replay {

    private static final int ROWS = 200;

    private final long seed;
    private final Random random;
    private final Limits limits;
    private final KeyLanes<Row> lanes;
    private final List<Row> queue = new ArrayList<>();
    private final Map<Integer, List<Row>> running = new HashMap<>();
    private final List<Start<Row>> leaving = new ArrayList<>();
    private @Nullable List<Row> underWay;
    private final List<Row> done = new ArrayList<>();
    private long now;

    Replay(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      int n = 1 + random.nextInt(6);
      this.limits =
          random.nextBoolean() ? Limits.locked(n) : Limits.leased(n, 1 + random.nextInt(3));
      this.lanes = lanes(limits);
      int keys = 1 + random.nextInt(12);
      for (int i = 0; i < ROWS; i++) {
        int key = random.nextInt(keys + 1);
        queue.add(new Row(key == keys ? null : key, i));
      }
    }

    void run() {
      while (done.size() < ROWS) {
        now += random.nextInt(100);
        switch (random.nextInt(6)) {
          case 0 -> claimOrAdmit();
          case 1 -> leaving.addAll(lanes.late(now, 300));
          case 2 -> leave();
          case 3 -> suspect();
          default -> end();
        }
        int inWork = running.values().stream().mapToInt(List::size).sum();
        assertThat(inWork).as("seed %s", seed).isLessThanOrEqualTo(limits.lanes() * limits.batch());
      }
      assertThat(lanes.drain()).isEmpty();
      Map<Object, Deque<Row>> last = new HashMap<>();
      for (Row row : done) {
        if (row.key() != null) {
          Deque<Row> before = last.computeIfAbsent(row.key(), key -> new ArrayDeque<>());
          assertThat(before.isEmpty() || before.peekLast().number() < row.number())
              .as("seed %s: %s after %s", seed, row, before.peekLast())
              .isTrue();
          before.add(row);
        }
      }
      assertThat(new HashSet<>(done)).as("seed %s", seed).hasSize(ROWS);
    }

    /**
     * A claim's rows are admitted later than they were taken: anything but a claim comes between.
     */
    private void claimOrAdmit() {
      List<Row> claimed = underWay;
      if (claimed == null) {
        int room = lanes.room();
        lanes.claimStarts();
        underWay = List.copyOf(queue.subList(0, Math.min(room, queue.size())));
        queue.removeAll(underWay);
        return;
      }
      underWay = null;
      Admitted<Row> admitted = lanes.admit(claimed, now);
      admitted.starts().forEach(start -> start(start.lane(), start.rows()));
      giveBack(admitted.refused());
    }

    private void start(int lane, List<Row> rows) {
      assertThat(running.put(lane, rows)).as("seed %s, lane %s", seed, lane).isNull();
    }

    /** Later than they were taken out: claims and ends come between. */
    private void leave() {
      if (!leaving.isEmpty()) {
        Start<Row> first = leaving.remove(0);
        giveBack(first.rows());
        lanes.givenBack(first.lane());
      }
    }

    /** The first of the queue is one whose holder died. */
    private void suspect() {
      if (underWay == null && lanes.room() > 0 && !queue.isEmpty()) {
        Row row = queue.get(0);
        lanes
            .admitSuspect(row)
            .ifPresent(
                lane -> {
                  queue.remove(row);
                  start(lane, List.of(row));
                });
      }
    }

    private void end() {
      if (running.isEmpty()) {
        return;
      }
      List<Integer> ending = List.copyOf(running.keySet());
      int lane = ending.get(random.nextInt(ending.size()));
      List<Row> rows = running.remove(lane);
      boolean gaveUp = random.nextInt(10) == 0;
      if (gaveUp) {
        giveBack(rows);
      } else {
        done.addAll(rows);
      }
      Ended<Row> ended = lanes.ended(lane, gaveUp);
      if (!ended.refused().isEmpty()) {
        leaving.add(new Start<>(lane, ended.refused()));
      }
      if (!ended.next().isEmpty()) {
        start(lane, ended.next());
      }
    }

    private void giveBack(List<Row> rows) {
      queue.addAll(rows);
      queue.sort(java.util.Comparator.comparingInt(Row::number));
    }
  }
}
