package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.clock.Nanos;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A wait that ends early, and for good, when the runtime gives up. Thread-safe. */
public final class Pause {

  private final CountDownLatch over = new CountDownLatch(1);

  /**
   * Waits for {@code duration}.
   *
   * @return false if the wait was ended by {@link #end}, and whoever waited should give up
   */
  public boolean await(Duration duration) {
    boolean interrupted = false;
    try {
      long deadline = System.nanoTime() + Nanos.of(duration);
      while (true) {
        try {
          return !over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException late) {
          interrupted =
              true; // meant for a handler that has ended meanwhile; this wait is the library's own
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends this wait and every later one. */
  public void end() {
    over.countDown();
  }

  /** Whether waits are over. */
  public boolean ended() {
    return over.getCount() == 0;
  }
}
