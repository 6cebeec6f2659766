package io.github.rowqueue.subscribe;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service's backoff, whose mistakes (an exception, null, a negative wait) are logged and answered
 * with a wait of the library's own: a subscription must not stop, nor run hot, for want of one.
 */
final class SafeBackoff implements Backoff {

  private static final Logger LOG = LoggerFactory.getLogger(SafeBackoff.class);
  private static final Duration INSTEAD = Duration.ofSeconds(10);

  private final Backoff declared;

  SafeBackoff(Backoff declared) {
    this.declared = declared;
  }

  @Override
  public Duration delay(long attempt) {
    try {
      Duration delay = declared.delay(attempt);
      if (delay != null) {
        return delay.isNegative() ? Duration.ZERO : delay;
      }
      LOG.error("the declared backoff returned null for attempt {}; {} is used", attempt, INSTEAD);
    } catch (RuntimeException broken) {
      LOG.error("the declared backoff failed for attempt {}; {} is used", attempt, INSTEAD, broken);
    }
    return INSTEAD;
  }
}
