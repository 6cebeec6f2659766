package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
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
  private long nextLook;
  private @Nullable RowRun inWork;
  private boolean alone;
  private boolean wantsToBeAlone;

  SuspectWatch(boolean active, Duration interval, long now) {
    this.active = active;
    this.interval = interval;
    this.nextLook = now;
  }

  /** Whether fresh rows must wait: a suspect runs alone, or waits for {@code idle} in order to. */
  boolean blockFreshRows(boolean idle) {
    return alone || (wantsToBeAlone && !idle);
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

  void none(long now) {
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
