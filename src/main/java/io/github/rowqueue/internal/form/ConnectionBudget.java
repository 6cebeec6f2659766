package io.github.rowqueue.internal.form;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How many connections deliveries may hold at a time, so that one of the pool stays free for the
 * service, for settlements and for the keeper (B289). Shared by all row lock subscriptions of one
 * {@code Rowqueue}. Thread-safe.
 */
public final class ConnectionBudget {

  private final Set<Runnable> waiting = new LinkedHashSet<>();
  private int free;

  /**
   * A budget of {@code connections}, at least one: a pool of one serves one delivery at a time
   * (B291).
   */
  public ConnectionBudget(int connections) {
    this.free = Math.max(1, connections);
  }

  /**
   * Takes a connection.
   *
   * @param freed runs once when one is given back, if none is free now
   */
  synchronized boolean tryTake(Runnable freed) {
    if (free > 0) {
      free--;
      return true;
    }
    waiting.add(freed);
    return false;
  }

  /** Tells all who wait: the first may not need it any more, and the others would wait for good. */
  void giveBack() {
    List<Runnable> told;
    synchronized (this) {
      free++;
      told = List.copyOf(waiting);
      waiting.clear();
    }
    told.forEach(Runnable::run);
  }
}
