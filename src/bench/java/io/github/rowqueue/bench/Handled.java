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

  private static final Duration NO_BOX = Duration.ofDays(1);
  private static final long LOOK_MILLIS = 5;

  /** Fewer rows tell no rate, however long they took. */
  private static final int TELLING = 100;

  private final boolean ordered;
  private boolean more;
  private final AtomicLong lastTenthFrom = new AtomicLong();
  private final long rows;
  private final long boxNanos;
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
    this(rows, ordered, NO_BOX);
  }

  /**
   * The same, which ends early.
   *
   * @param box how long after the first row was handled, if a hundred are settled by then
   */
  Handled(long rows, boolean ordered, Duration box) {
    this.rows = rows;
    this.ordered = ordered;
    this.boxNanos = box.toNanos();
  }

  /** The same, where more rows are there than are waited for. */
  Handled ofMore() {
    more = true;
    return this;
  }

  /** The rows per second of the last tenth, once all are settled. */
  double lastTenth() {
    return (rows - rows * 9 / 10) * 1e9 / (last.get() - lastTenthFrom.get());
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

  long rows() {
    return rows;
  }

  void settled(int count) {
    long now = System.nanoTime();
    long before = settled.getAndAdd(count);
    if (before < rows) { // others than those that are waited for do not count
      last.accumulateAndGet(now, Math::max);
    }
    if (before < rows * 9 / 10 && before + count >= rows * 9 / 10) {
      lastTenthFrom.set(now);
    }
    if (before + count >= rows) {
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

  /** Whether all rows are settled, or the time for them has passed. */
  boolean isDone() {
    return isComplete() || isOver();
  }

  /** Whether all rows are settled. */
  boolean isComplete() {
    return done.getCount() == 0;
  }

  private boolean isOver() {
    long started = first.get();
    return settled.get() >= TELLING && System.nanoTime() - started > boxNanos;
  }

  /**
   * Waits until all rows are settled, or the time for them has passed.
   *
   * @return the rows per second from the first handled to the last settled
   * @throws IllegalStateException if rows are late, handled more than once, or out of order
   */
  double rate(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !isOver()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%d of %d rows are settled after %s".formatted(settled.get(), rows, limit));
      }
    }
    long nanos = last.get() - first.get();
    long count = Math.min(rows, settled.get());
    if ((count >= rows && !more && handled.get() != rows) || outOfOrder.get() != 0) {
      throw new IllegalStateException(
          "%d rows were handled %d times, %d of them out of order"
              .formatted(rows, handled.get(), outOfOrder.get()));
    }
    return count == 0 ? 0 : count * 1e9 / nanos;
  }
}
