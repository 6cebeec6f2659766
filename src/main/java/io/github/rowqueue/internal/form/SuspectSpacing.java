package io.github.rowqueue.internal.form;

import java.time.Duration;

/**
 * Keeps looks for rows whose holder died from taking more than a twentieth of the time: where an
 * open snapshot keeps what is gone, each walks over all leases there have been since (PostgreSQL
 * 17.5: about 0.1 s for 200 000). Thread-safe.
 */
final class SuspectSpacing {

  /** One that costs less may be made whenever somebody wants it. */
  private static final long CHEAP = Duration.ofMillis(20).toNanos();

  private static final int RARE = 19;

  private final CostSpacing looks = new CostSpacing(3);

  /** Whether one may be made now; who is refused asks again after its poll interval. */
  synchronized boolean isDue(long now) {
    return looks.cost() < CHEAP || looks.isDue(now, RARE, Long.MAX_VALUE);
  }

  /** One was made; where it found a row there may be more, which are not to wait. */
  synchronized void looked(long from, long to, boolean found) {
    if (!found) {
      looks.done(from, to);
    }
  }
}
