package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.StatementException;
import io.github.rowqueue.internal.clock.AlignedClock;
import io.github.rowqueue.internal.jdbc.Database;
import io.github.rowqueue.internal.jdbc.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the host's clock aligned with the database's: measured at the start, once a minute, and
 * before the next claim or extension after a step of the wall clock or a suspended machine (SPEC 2
 * and 13, 2). Thread-safe.
 */
final class ClockKeeper implements InstantSource {

  /** How often the offset is measured. */
  static final Duration INTERVAL = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(ClockKeeper.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int SAMPLES = 3;

  private final AlignedClock clock;
  private final Database database;
  private final Duration shortestLease;
  private final AtomicBoolean measuring = new AtomicBoolean();

  ClockKeeper(AlignedClock clock, Database database, Duration shortestLease) {
    this.clock = clock;
    this.database = database;
    this.shortestLease = shortestLease;
  }

  @Override
  public Instant instant() {
    return clock.instant();
  }

  /**
   * Measures again if the wall clock stepped or the machine was suspended; one caller at a time,
   * others go on.
   */
  void refresh() {
    if (clock.hasStepped(shortestLease.dividedBy(10)) && measuring.compareAndSet(false, true)) {
      try {
        LOG.warn(
            "the wall clock stepped or the machine was suspended: the offset to the database is measured again");
        measure();
      } finally {
        measuring.set(false);
      }
    }
  }

  Duration offset() {
    return clock.offset();
  }

  /** Measures the offset; of several samples the one with the shortest round trip counts. */
  void measure() {
    try (Session session = database.open("clock", TIMEOUT)) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < SAMPLES; i++) {
        long before = System.nanoTime();
        long micros = session.value(database.dialect().serverTime(), rows -> rows.getLong(1));
        long after = System.nanoTime();
        if (after - before < best) {
          best = after - before;
          clock.align(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), before);
        }
      }
    } catch (StatementException away) {
      LOG.warn(
          "the database's clock could not be read; this host's clock runs on from the last measurement",
          away);
      clock.resume();
    }
    warnOfSkew();
  }

  private void warnOfSkew() {
    Duration offset = clock.offset();
    if (offset.abs().compareTo(shortestLease.dividedBy(4)) > 0) {
      LOG.warn(
          "the database's clock is {} ahead of this host's (negative: behind); Rowqueue allows for it, but set the clocks",
          offset);
    }
  }
}
