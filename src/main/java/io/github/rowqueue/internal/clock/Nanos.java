package io.github.rowqueue.internal.clock;

import java.time.Duration;

/** Durations as counts of {@link System#nanoTime}, for waits. */
public final class Nanos {

  private static final Duration LONGEST = Duration.ofDays(365);

  private Nanos() {}

  /**
   * The nanoseconds of {@code wait}, at most a year of them: far beyond every wait, and 293 years
   * would overflow.
   */
  public static long of(Duration wait) {
    return (wait.compareTo(LONGEST) > 0 ? LONGEST : wait).toNanos();
  }
}
