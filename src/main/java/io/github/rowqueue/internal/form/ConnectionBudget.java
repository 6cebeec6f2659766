package io.github.rowqueue.internal.form;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How many connections deliveries may hold at a time, so that one of the pool stays free for the
 * service, for settlements and for the keeper (B289). Shared by all subscriptions of one {@code
 * Rowqueue} whose deliveries hold one. Thread-safe.
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

  /**
   * Takes a connection, and waits for it no longer than {@code limit}.
   *
   * @return false if none was given back in time
   */
  boolean await(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        CountDownLatch freed = new CountDownLatch(1);
        Runnable tell = freed::countDown;
        if (tryTake(tell)) {
          return true;
        }
        try {
          if (!freed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            forget(tell);
            return false;
          }
        } catch (InterruptedException late) {
          interrupted = true; // no handler runs yet; it is told when it starts
          forget(tell);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void forget(Runnable tell) {
    waiting.remove(tell);
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
