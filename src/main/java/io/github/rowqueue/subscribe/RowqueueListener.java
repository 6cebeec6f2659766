package io.github.rowqueue.subscribe;

import java.time.Duration;

/**
 * Sees what the runtime does, for metrics and tests. Called on library threads, by several at a
 * time; must be quick and must not throw (what it throws is logged and ignored).
 */
public interface RowqueueListener {

  /** A claim came back with {@code rows} rows, possibly 0. */
  default void claimed(String subscription, int rows) {}

  /** A handler is about to run. */
  default void started(Delivery delivery) {}

  /** A handler has returned or thrown; {@code outcome} is what it or the failure policy chose. */
  default void ended(Delivery delivery, Outcome outcome, Duration took) {}

  /** The outcome was written, or could not be. */
  default void settled(Delivery delivery, Settled how) {}

  /** A delivery lost its row while its handler was running. */
  default void lost(Delivery delivery) {}

  /** A claim, extension or settlement failed; the runtime goes on by itself. */
  default void failed(String subscription, RuntimeException failure) {}

  /**
   * With {@code listenNotify()}: the connection listens from now on, or has been lost. Until it is
   * back, subscriptions find rows of other processes by their polls.
   */
  default void listening(boolean listens) {}
}
