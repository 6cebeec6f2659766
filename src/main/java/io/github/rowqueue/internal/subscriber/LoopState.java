package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.jdbc.RowId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one subscription is doing, and so what it may do next: free workers, claims under way, the
 * pace, the suspects. Knows neither threads nor SQL. Thread-safe: every method is guarded by this
 * object, and none waits for anything but {@link #awaitNoClaim}.
 */
final class LoopState {

  /** What to do next. */
  enum Step {
    /** Nothing until something ends or is announced. */
    NOTHING,
    /** Nothing before {@link Next#nanos} have passed. */
    WAIT,
    /** Claim {@link Next#rows} rows; the workers for them are taken. */
    CLAIM,
    /** Look for a row whose holder died; a worker for it is taken. */
    SWEEP
  }

  /**
   * The next step.
   *
   * @param step what
   * @param nanos for how long, of {@link Step#WAIT}
   * @param rows how many, of {@link Step#CLAIM} and {@link Step#SWEEP}
   * @param workers how many workers were taken for them
   * @param turn of {@link Step#CLAIM}, counts the claims as they begin
   */
  record Next(Step step, long nanos, int rows, int workers, long turn) {
    private static final Next NOTHING = new Next(Step.NOTHING, 0, 0, 0, 0);
  }

  private final ClaimPacing pacing;
  private final SuspectWatch suspects;
  private final RetriedHere retried = new RetriedHere();
  private final boolean sideBySide;
  private final Workers workers;
  private int claims;
  private boolean probing = true;
  private long turn;

  /** The last to begin of the claims that brought as many rows as they asked for. */
  private long fullTurn;

  private boolean closing;

  /** Whether a lane was opened since the last look for suspects began. */
  private boolean laneOpened;

  LoopState(Workers workers, boolean sideBySide, ClaimPacing pacing, SuspectWatch suspects) {
    this.workers = workers;
    this.sideBySide = sideBySide;
    this.pacing = pacing;
    this.suspects = suspects;
  }

  /**
   * Decides, and takes the workers for it. Side by side a claim is of one row, else of as many as
   * workers are free.
   */
  synchronized Next next(long now, boolean idle) {
    // After an empty or failed claim only one probes (B292).
    boolean mayClaim = claims == 0 || (sideBySide && !probing);
    if (closing || !mayClaim || suspects.blockFreshRows(idle)) {
      return Next.NOTHING;
    }
    boolean due = suspects.isDue(now);
    boolean sweep = due && workers.mayLookForSuspect();
    int free = workers.free();
    if (free == 0 && !sweep) {
      return Next.NOTHING;
    }
    // A suspect that is due without a worker for it is looked for when one ends.
    long untilSuspect = due ? Long.MAX_VALUE : suspects.nanosUntilNext(now);
    long wait = sweep ? 0 : Math.min(pacing.nanosUntilNext(now), untilSuspect);
    if (wait > 0) {
      return new Next(Step.WAIT, wait, 0, 0, 0);
    }
    claims++;
    int taken = sweep || sideBySide ? 1 : free;
    workers.take(taken);
    if (sweep) {
      laneOpened = false;
    } else {
      pacing.started(now);
    }
    return sweep
        ? new Next(Step.SWEEP, 0, 1, taken, 0)
        : new Next(Step.CLAIM, 0, workers.rows(taken), taken, ++turn);
  }

  /**
   * A step could not be taken for want of a connection; what it would have found is still to be
   * looked for.
   */
  synchronized void notTaken(Next next) {
    if (next.step() == Step.SWEEP) {
      workers.lookedInVain();
    }
    claimOver();
    workers.give(next.workers(), 0);
    if (next.step() == Step.CLAIM) {
      pacing.wake();
    }
  }

  synchronized void claimed(long now, Next claim, List<RowId> rows) {
    claimOver();
    int got = rows.size();
    workers.give(claim.workers(), got);
    boolean full = got == claim.rows();
    if (!full && claim.turn() < fullTurn) {
      return; // it looked before one that found there is more, and must not end the search
    }
    fullTurn = full ? Math.max(fullTurn, claim.turn()) : fullTurn;
    probing = got == 0;
    boolean onlyRetried = got > 0 && retried.wereAll(rows);
    if (got == 0) {
      pacing.empty(now);
    } else if (full) {
      pacing.full(now, onlyRetried);
    } else {
      pacing.partial(now, onlyRetried);
    }
  }

  /** Every row of the claim was given back: nothing is won by claiming them again soon. */
  synchronized void claimedInVain(long now, Next claim) {
    claimOver();
    workers.give(claim.workers(), 0);
    probing = false;
    pacing.full(now, true);
  }

  synchronized void claimFailed(long now, Next claim) {
    claimOver();
    workers.give(claim.workers(), 0);
    probing = true;
    pacing.failed(now);
  }

  synchronized void noSuspect(long now) {
    lookOver();
    workers.give(1, 0);
    suspects.none(now);
  }

  synchronized void sweepFailed(long now) {
    lookOver();
    workers.give(1, 0);
    suspects.failed(now);
  }

  /** A suspect is to run; with nothing else of the subscription beside it if {@code alone}. */
  synchronized void suspectStarts(RowRun run, boolean alone) {
    claimOver();
    suspects.started(run, alone);
  }

  /**
   * A suspect in its last attempt is given back, to be claimed again when nothing else is in work.
   */
  synchronized void suspectWaits() {
    lookOver();
    suspects.wantsToBeAlone();
  }

  /** A suspect is given back, to be looked for again at the next poll or {@link #laneOpened}. */
  synchronized void suspectLater(long now) {
    lookOver();
    suspects.none(now);
    if (laneOpened) {
      suspects.lookAt(now); // perhaps its own, while it was being given back
    }
  }

  /** A lane holds no row any more that rows were given back for; a suspect may be among them. */
  synchronized void laneOpened(long now) {
    laneOpened = true;
    suspects.lookAt(now);
    pacing.wake();
  }

  /** A suspect beyond its cap is parked; the next is looked for at once. */
  synchronized void suspectParked(long now) {
    lookOver();
    suspects.parked(now);
  }

  synchronized void ended(RowRun run) {
    workers.give(1, 0);
    suspects.ended(run);
  }

  synchronized void wake() {
    pacing.wake();
  }

  /** A row this process wrote becomes claimable after {@code delay}. */
  synchronized void due(long now, Duration delay) {
    pacing.due(after(now, delay));
  }

  /** A row this process wrote keeps a lease nobody holds for {@code delay}. */
  synchronized void held(long now, Duration delay) {
    suspects.lookAt(after(now, delay));
  }

  synchronized void retried(RowId id) {
    retried.add(id);
  }

  synchronized void holdOff(long now, Duration pause) {
    pacing.holdOff(now, pause);
  }

  synchronized void close() {
    closing = true;
    notifyAll();
  }

  synchronized boolean isClosing() {
    return closing;
  }

  /** Waits until no claim is under way or {@code deadline} of {@link System#nanoTime} passes. */
  synchronized boolean awaitNoClaim(long deadline) throws InterruptedException {
    while (claims > 0) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  /** More than a year is far beyond every poll, and would overflow the clock. */
  private static long after(long now, Duration delay) {
    Duration year = Duration.ofDays(365);
    return now + (delay.compareTo(year) > 0 ? year : delay).toNanos();
  }

  private void lookOver() {
    claimOver();
    workers.lookedInVain();
  }

  private void claimOver() {
    claims--;
    notifyAll();
  }
}
