package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Workers of which any takes any row, as soon as it is claimed: no row waits, and there are no
 * lanes to tell apart. How many are free is guarded by the loop's state.
 */
final class FreeWorkers implements Workers {

  private final int batch;
  private int free;

  FreeWorkers(int workers, int batch) {
    this.free = workers;
    this.batch = batch;
  }

  @Override
  public int free() {
    return free;
  }

  @Override
  public int rows(int workers) {
    return workers * batch;
  }

  @Override
  public void take(int workers) {
    free -= workers;
  }

  @Override
  public void give(int workers, int rows) {
    free += workers - (rows + batch - 1) / batch;
  }

  @Override
  public Admitted<WorkInProgress> admit(List<WorkInProgress> rows) {
    List<Start<WorkInProgress>> starts = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += batch) {
      starts.add(new Start<>(0, rows.subList(from, Math.min(rows.size(), from + batch))));
    }
    return new Admitted<>(starts, List.of());
  }

  @Override
  public void forget(List<WorkInProgress> rows, List<Start<WorkInProgress>> starts) {
    // The claim gives its workers back when it has failed.
  }

  @Override
  public OptionalInt admitSuspect(WorkInProgress row) {
    return OptionalInt.of(0);
  }

  @Override
  public Ended<WorkInProgress> ended(int lane, boolean gaveUp) {
    return new Ended<>(List.of(), List.of(), false);
  }

  @Override
  public List<Start<WorkInProgress>> late(Duration limit) {
    return List.of();
  }

  @Override
  public boolean givenBack(int lane) {
    return false;
  }

  @Override
  public List<WorkInProgress> drain() {
    return List.of();
  }
}
