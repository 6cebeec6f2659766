package io.github.rowqueue.internal.form;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * How many connections deliveries may hold at a time, so that one of the pool stays free for the
 * service, for settlements and for the keeper (B289). Shared by all row lock subscriptions of one
 * {@code Rowqueue}. Thread-safe.
 */
public final class ConnectionBudget {

  private final Queue<Runnable> waiting = new ArrayDeque<>();
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

  void giveBack() {
    Runnable next;
    synchronized (this) {
      free++;
      next = waiting.poll();
    }
    if (next != null) {
      next.run();
    }
  }
}
