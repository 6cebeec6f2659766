package io.github.rowqueue.internal.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The host's clock, moved onto the database's so that hosts agree (SPEC 2). Between two
 * measurements {@link System#nanoTime} carries it, so a step of the wall clock moves nothing until
 * the offset is measured again. Thread-safe.
 */
public final class AlignedClock implements InstantSource {

  /**
   * Up to this much a correction backwards is absorbed by standing still; a larger one is a step of
   * the server.
   */
  private static final Duration LARGEST_PAUSE = Duration.ofSeconds(1);

  private final InstantSource wall;
  private final LongSupplier nanos;
  private volatile Anchor anchor;
  private final AtomicReference<Instant> latest = new AtomicReference<>(Instant.MIN);

  /** A clock that runs with the host until it is aligned. */
  public AlignedClock() {
    this(InstantSource.system(), System::nanoTime);
  }

  AlignedClock(InstantSource wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
    Instant now = wall.instant();
    this.anchor = new Anchor(now, now, nanos.getAsLong());
  }

  @Override
  public Instant instant() {
    Anchor from = anchor;
    Instant now = from.instant.plusNanos(nanos.getAsLong() - from.nano);
    return latest.accumulateAndGet(now, AlignedClock::laterUnlessStepped);
  }

  /**
   * Takes a measurement: the database said {@code databaseNow} at {@code nanosBefore} of {@link
   * System#nanoTime} or later. It counts as said at that moment, the earliest possible, so that
   * this clock leads the database's by up to the round trip and never lags behind it: a row the
   * database has stamped is due for the very next claim (decision 011).
   */
  public void align(Instant databaseNow, long nanosBefore) {
    long reading = nanos.getAsLong();
    anchor = new Anchor(databaseNow.plusNanos(reading - nanosBefore), wall.instant(), reading);
  }

  /**
   * Takes no measurement but this host's wall clock as it stands: no step is reported until the
   * next one.
   */
  public void resume() {
    Anchor from = anchor;
    long reading = nanos.getAsLong();
    anchor = new Anchor(from.instant.plusNanos(reading - from.nano), wall.instant(), reading);
  }

  /** How far the database is ahead of this host's wall clock; negative if behind. */
  public Duration offset() {
    return Duration.between(wall.instant(), instant());
  }

  /**
   * Whether the wall clock and {@link System#nanoTime} have gone apart by more than {@code
   * tolerance} since the last measurement: a step of the wall clock, or a suspended machine. The
   * offset is then to be measured again (SPEC 13, 2).
   */
  public boolean hasStepped(Duration tolerance) {
    Anchor from = anchor;
    Duration byWall = Duration.between(from.wall, wall.instant());
    Duration byNanos = Duration.ofNanos(nanos.getAsLong() - from.nano);
    return byWall.minus(byNanos).abs().compareTo(tolerance) > 0;
  }

  private static Instant laterUnlessStepped(Instant before, Instant now) {
    boolean absorb =
        now.isBefore(before)
            && (before.equals(Instant.MIN) || !now.isBefore(before.minus(LARGEST_PAUSE)));
    return absorb ? before : now;
  }

  private record Anchor(Instant instant, Instant wall, long nano) {}
}
