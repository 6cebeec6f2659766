package io.github.rowqueue.bench;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What became of the rows of one drain: when the first was handled and the last settled, and
 * whether any was handled twice, or before its time. Thread-safe.
 */
final class Handled {

  private final boolean ordered;
  private final long rows;
  private final AtomicLong first = new AtomicLong();
  private final AtomicLong last = new AtomicLong();
  private final AtomicLong settled = new AtomicLong();
  private final AtomicLong handled = new AtomicLong();
  private final AtomicLong outOfOrder = new AtomicLong();
  private final ConcurrentMap<Integer, Integer> numbers = new ConcurrentHashMap<>();
  private final CountDownLatch all = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);

  /**
   * A drain of {@code rows} rows.
   *
   * @param ordered whether the rows of a key must come in their order
   */
  Handled(long rows, boolean ordered) {
    this.rows = rows;
    this.ordered = ordered;
  }

  /** The handler of every contender. */
  void handle(Note note) {
    long before = handled.getAndIncrement();
    if (before == 0) {
      first.set(System.nanoTime());
    }
    int number = numbers.merge(note.key(), 1, Integer::sum) - 1;
    if (ordered && note.number() != number) {
      outOfOrder.incrementAndGet();
    }
    if (before + 1 == rows) {
      all.countDown();
    }
  }

  void settled(int count) {
    if (settled.addAndGet(count) >= rows) {
      last.set(System.nanoTime());
      done.countDown();
    }
  }

  /** Waits until every row was handled once, for those that tell their settlements together. */
  void awaitHandled(Duration limit) throws InterruptedException {
    if (!all.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "%d of %d rows are handled after %s".formatted(handled.get(), rows, limit));
    }
  }

  boolean isDone() {
    return done.getCount() == 0;
  }

  /**
   * Waits until all rows are settled.
   *
   * @return the rows per second from the first handled to the last settled
   * @throws IllegalStateException if rows are late, handled more than once, or out of order
   */
  double rate(Duration limit) throws InterruptedException {
    if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "%d of %d rows are settled after %s".formatted(settled.get(), rows, limit));
    }
    if (handled.get() != rows || outOfOrder.get() != 0) {
      throw new IllegalStateException(
          "%d rows were handled %d times, %d of them out of order"
              .formatted(rows, handled.get(), outOfOrder.get()));
    }
    return rows * 1e9 / (last.get() - first.get());
  }
}
