package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.subscribe.Backoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When rows are looked for whose lease ran out, and what else may run beside one (SPEC 3). Such a
 * row may have killed its process: one runs at a time, before fresh rows, and the last attempt its
 * cap allows runs with nothing else in work, so that a poison message spends its own attempts and
 * not its neighbours'. Guarded by its loop.
 */
final class SuspectWatch {

  private final boolean active;
  private final Duration interval;
  private final Backoff errors;
  private long nextLook;
  private @Nullable RowRun inWork;
  private boolean alone;
  private boolean wantsToBeAlone;
  private int failures;

  SuspectWatch(boolean active, Duration interval, Backoff errors, long now) {
    this.active = active;
    this.interval = interval;
    this.errors = errors;
    this.nextLook = now;
  }

  /** Whether fresh rows must wait: a suspect runs alone, or waits for {@code idle} in order to. */
  boolean blockFreshRows(boolean idle) {
    return alone || (wantsToBeAlone && !idle);
  }

  /** A lease nobody holds ends at {@code at}. */
  void lookAt(long at) {
    if (at - nextLook < 0) {
      nextLook = at;
    }
  }

  boolean isInWork() {
    return inWork != null;
  }

  boolean isDue(long now) {
    return active && inWork == null && nextLook - now <= 0;
  }

  /**
   * How long until the next look; very long while a suspect is in work, since its end brings the
   * next look.
   */
  long nanosUntilNext(long now) {
    return active && inWork == null ? nextLook - now : Long.MAX_VALUE;
  }

  void started(RowRun run, boolean alone) {
    failures = 0;
    this.inWork = run;
    this.alone = alone;
    this.wantsToBeAlone = false;
  }

  /** The row was given back until nothing else is in work. */
  void wantsToBeAlone() {
    wantsToBeAlone = true;
  }

  void parked(long now) {
    wantsToBeAlone = false;
    nextLook = now;
  }

  /**
   * A look failed: the next ones come at the poll's pace at first, then ever later. It tells
   * nothing about claims.
   */
  void failed(long now) {
    failures++;
    nextLook = now + Math.max(Nanos.of(interval), Nanos.of(errors.delay(failures)));
  }

  void none(long now) {
    failures = 0;
    wantsToBeAlone = false;
    nextLook = now + Nanos.of(interval);
  }

  /** If {@code run} was the suspect in work, the next one is looked for at once. */
  void ended(RowRun run) {
    if (run == inWork) {
      inWork = null;
      alone = false;
    }
  }
}
