package io.github.rowqueue.subscribe;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;

/** How long a row waits after its n-th failed attempt. Thread-safe. */
@FunctionalInterface
public interface Backoff {

  /**
   * The wait after attempt {@code attempt}, counted from 1.
   *
   * @return not negative
   */
  Duration delay(long attempt);

  /**
   * {@code first}, then twice as long each time, never more than {@code max}.
   *
   * @param jitter the share by which a wait varies to either side, from 0 to 1; 0.2 means ±20 %
   * @throws IllegalArgumentException if a duration is not positive, {@code first} exceeds {@code
   *     max}, or the jitter is out of range
   */
  static Backoff exponential(Duration first, Duration max, double jitter) {
    checkPositive(first, "first");
    checkPositive(max, "max");
    if (first.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "first (%s) is longer than max (%s)".formatted(first, max));
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("jitter must lie between 0 and 1, not " + jitter);
    }
    return attempt -> spread(doubled(first, max, attempt), max, jitter);
  }

  /**
   * The same wait each time.
   *
   * @throws IllegalArgumentException if the delay is negative
   */
  static Backoff fixed(Duration delay) {
    if (Objects.requireNonNull(delay, "delay").isNegative()) {
      throw new IllegalArgumentException("delay must not be negative, but is " + delay);
    }
    return attempt -> delay;
  }

  /** The service's own function of the attempt; a negative result counts as zero. */
  static Backoff of(LongFunction<Duration> delay) {
    Objects.requireNonNull(delay, "delay");
    return attempt -> {
      Duration wanted = delay.apply(attempt);
      return wanted.isNegative() ? Duration.ZERO : wanted;
    };
  }

  private static void checkPositive(Duration duration, String name) {
    if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(
          "%s must be positive, but is %s".formatted(name, duration));
    }
  }

  /** Capped before it multiplies, so that attempt 10 000 overflows nothing. */
  private static Duration doubled(Duration first, Duration max, long attempt) {
    Duration delay = first;
    Duration half = max.dividedBy(2);
    for (long i = 1; i < attempt; i++) {
      if (delay.compareTo(half) > 0) {
        return max;
      }
      delay = delay.multipliedBy(2);
    }
    return delay;
  }

  private static Duration spread(Duration delay, Duration max, double jitter) {
    if (jitter == 0) {
      return delay;
    }
    double factor = 1 + jitter * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    Duration spread = Duration.ofMillis(Math.round(delay.toMillis() * factor));
    return spread.compareTo(max) > 0 ? max : spread;
  }
}
