package io.github.rowqueue.internal.form;

import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.jdbc.TableBinding;
import io.github.rowqueue.subscribe.Backoff;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What every form needs to know.
 *
 * @param subscription whose rows
 * @param table its table, bound to the database
 * @param leftOut the groups a subscription to all groups does not serve
 * @param database where
 * @param clock what "now" is
 * @param clockCheck measures the clock again where it has stepped; may wait for the database
 * @param statementTimeout the bound of one statement
 * @param failures told of extensions and settlements that failed, and are tried again
 * @param pause how the form waits before it tries again
 * @param workers runs what must not be waited for too long
 */
public record FormContext(
    Subscription subscription,
    TableBinding table,
    Set<String> leftOut,
    Database database,
    InstantSource clock,
    Runnable clockCheck,
    Duration statementTimeout,
    Consumer<RuntimeException> failures,
    Pause pause,
    Executor workers) {

  /** Seconds, a million years, that can be added to every clock's time. */
  private static final long ALWAYS_FITS = 31_556_952_000_000L;

  String where() {
    return subscription.where();
  }

  String where(Object row) {
    return "%s, %s".formatted(subscription.where(), row);
  }

  /** The group of the row, which is the subscription's unless that serves all. */
  @Nullable String group(RawRow row) {
    return subscription.servesAllGroups() ? row.group().orElse(null) : subscription.name();
  }

  /**
   * To be called before a claim or an extension, with no lock and no connection in hand (SPEC 13,
   * 2).
   */
  void refreshClock() {
    clockCheck.run();
  }

  Instant now() {
    return clock.instant();
  }

  /**
   * The instant {@code delay} after {@code now}; saturates at the latest instant there is (B205).
   */
  static Instant after(Instant now, Duration delay) {
    if (delay.toSeconds() < ALWAYS_FITS) { // which nearly all do, and the rest costs more
      return now.plus(delay);
    }
    return delay.compareTo(Duration.between(now, Instant.MAX)) >= 0 ? Instant.MAX : now.plus(delay);
  }

  Backoff errorBackoff() {
    return subscription.errorBackoff();
  }
}
