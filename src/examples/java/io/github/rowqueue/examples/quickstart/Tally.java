package io.github.rowqueue.examples.quickstart;

import io.github.rowqueue.subscribe.Delivery;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts what was written for the rows, and knows when every one has come to its end. */
final class Tally implements RowqueueListener {

  private final AtomicLongArray counts = new AtomicLongArray(Settled.values().length);
  private final CountDownLatch ended;

  Tally(int rows) {
    this.ended = new CountDownLatch(rows);
  }

  // snippet:listener
  @Override
  public void settled(Delivery delivery, Settled how) {
    counts.incrementAndGet(how.ordinal());
    if (how == Settled.ACKED || how == Settled.PARKED) {
      ended.countDown(); // this row has come to its end
    }
  }

  // end

  long count(Settled how) {
    return counts.get(how.ordinal());
  }

  /** How many rows have come to their end. */
  long done() {
    return count(Settled.ACKED) + count(Settled.PARKED);
  }

  /** Waits until all rows have, for {@code time} at the most. */
  boolean await(Duration time) throws InterruptedException {
    return ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
