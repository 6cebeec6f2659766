package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Limits;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * Workers that each take the rows of some keys. A claim takes none of them: only its rows tell
 * which, and since one claim is in flight at a time (B124) nothing else fills lanes meanwhile.
 * Thread-safe.
 */
final class KeyedWorkers implements Workers {

  private final KeyLanes<WorkInProgress> lanes;

  KeyedWorkers(Limits limits) {
    this.lanes = new KeyLanes<>(limits, row -> row.row().row().hashableKey());
  }

  @Override
  public synchronized int free() {
    return Math.min(1, lanes.room());
  }

  @Override
  public synchronized int rows(int workers) {
    return lanes.room();
  }

  @Override
  public synchronized void take(int workers) {
    lanes.claimStarts();
  }

  @Override
  public void give(int workers, int rows) {
    // A lane is free when it has ended.
  }

  @Override
  public synchronized Admitted<WorkInProgress> admit(List<WorkInProgress> rows) {
    return lanes.admit(rows, System.nanoTime());
  }

  @Override
  public synchronized void forget(List<WorkInProgress> rows, List<Start<WorkInProgress>> starts) {
    lanes.forget(rows, starts.stream().map(Start::lane).toList());
  }

  @Override
  public synchronized OptionalInt admitSuspect(WorkInProgress row) {
    return lanes.admitSuspect(row);
  }

  @Override
  public synchronized Ended<WorkInProgress> ended(int lane, boolean gaveUp) {
    return lanes.ended(lane, gaveUp);
  }

  @Override
  public synchronized List<Start<WorkInProgress>> late(Duration limit) {
    return lanes.late(System.nanoTime(), Nanos.of(limit));
  }

  @Override
  public synchronized boolean givenBack(int lane) {
    return lanes.givenBack(lane);
  }

  @Override
  public synchronized List<WorkInProgress> drain() {
    return lanes.drain();
  }
}
