package io.github.rowqueue.table;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of durations a user sets; the same for a subscription and for a whole {@code
 * Rowqueue}.
 */
public final class Durations {

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  /** Beyond this the clocks of drivers and of the JVM overflow. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private Durations() {}

  /**
   * Checks a lease.
   *
   * @throws IllegalArgumentException below one second: a pause of the JVM would already lose rows
   */
  public static Duration lease(Duration lease) {
    if (Objects.requireNonNull(lease, "lease").compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException("lease must be at least 1 s, not %s".formatted(lease));
    }
    return positive(lease, "lease");
  }

  /**
   * Checks a duration that must be positive.
   *
   * @throws IllegalArgumentException naming the setting, if it is not positive or longer than a
   *     year
   */
  public static Duration positive(Duration duration, String name) {
    if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("%s must be positive, not %s".formatted(name, duration));
    }
    if (duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s must be at most %d days, not %s".formatted(name, LONGEST.toDays(), duration));
    }
    return duration;
  }
}
