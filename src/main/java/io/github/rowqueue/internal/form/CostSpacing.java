package io.github.rowqueue.internal.form;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When something is done again whose cost grows, so that it takes a small share of the time. Pure,
 * and guarded by its user.
 */
final class CostSpacing {

  private final int remembered;
  private final Deque<Long> costs = new ArrayDeque<>();
  private long ended;

  /**
   * Goes by the cheapest of the last {@code remembered}, so that one that is slow by chance among
   * several does not count.
   */
  CostSpacing(int remembered) {
    this.remembered = remembered;
  }

  /** It was done from {@code from} to {@code to}, moments of {@link System#nanoTime}. */
  void done(long from, long to) {
    if (costs.size() == remembered) {
      costs.removeFirst();
    }
    costs.addLast(Math.max(0, to - from));
    ended = to;
  }

  /** It failed, and is likely to take as long again. */
  void failed(long from, long to) {
    for (int i = 0; i < remembered; i++) {
      done(from, to);
    }
  }

  /** What it costs at least, in nanoseconds; 0 until it is known. */
  long cost() {
    return costs.size() < remembered
        ? 0
        : costs.stream().mapToLong(Long::longValue).min().orElse(0);
  }

  /**
   * Whether {@code times} its cost has passed since it was last done, or {@code longest}
   * nanoseconds.
   */
  boolean isDue(long now, int times, long longest) {
    return costs.isEmpty() || now - ended >= Math.min(times * cost(), longest);
  }
}
