package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The deliveries of one subscription from their claim until their settlement. Thread-safe. */
final class RowsInWork {

  private final Set<WorkInProgress> rows = new LinkedHashSet<>();

  synchronized void add(WorkInProgress work) {
    rows.add(work);
  }

  synchronized void remove(WorkInProgress work) {
    rows.remove(work);
    if (rows.isEmpty()) {
      notifyAll();
    }
  }

  /** Removes the delivery of {@code row}; false if there is none. */
  synchronized boolean remove(ClaimedRow row) {
    boolean removed = rows.removeIf(work -> work.row().equals(row));
    if (rows.isEmpty()) {
      notifyAll();
    }
    return removed;
  }

  synchronized boolean isEmpty() {
    return rows.isEmpty();
  }

  synchronized List<WorkInProgress> all() {
    return List.copyOf(rows);
  }

  /** Waits until no row is in work or {@code deadline} of {@link System#nanoTime} passes. */
  synchronized boolean awaitEmpty(long deadline) throws InterruptedException {
    while (!rows.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}
