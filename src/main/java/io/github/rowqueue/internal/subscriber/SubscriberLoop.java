package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims rows of one subscription and hands them to workers. All decisions are taken in {@link
 * #next} under this object's lock; no lock is held while SQL or a handler runs.
 *
 * <p>A worker that ends a row asks for its next task itself, so that one worker needs no hand-over
 * at all.
 */
final class SubscriberLoop {

  private static final Logger LOG = LoggerFactory.getLogger(SubscriberLoop.class);

  private final SubscriptionContext context;
  private final Subscription subscription;
  private final Form form;
  private final Threads threads;
  private final ClaimPacing pacing;
  private final RowsInWork rows;
  private final SuspectWatch suspects;
  private final RetriedHere retried = new RetriedHere();

  private int free;
  private int claims;
  private boolean probing = true;
  private boolean closing;
  private @Nullable ScheduledFuture<?> alarm;

  SubscriberLoop(SubscriptionContext context, Form form, Threads threads, Duration pollInterval) {
    this.context = context;
    this.subscription = context.subscription();
    this.form = form;
    this.threads = threads;
    this.free = subscription.workers();
    this.pacing = new ClaimPacing(pollInterval, subscription.errorBackoff(), System.nanoTime());
    this.rows = new RowsInWork();
    this.suspects = new SuspectWatch(form.hasSuspects(), pollInterval, System.nanoTime());
    context.attach(this);
  }

  /** Starts whatever may start now, each task on a worker of its own. */
  void poke() {
    for (Runnable task = next(); task != null; task = next()) {
      Runnable first = task;
      threads.execute(() -> work(first));
    }
  }

  /**
   * A row was announced: the wait ends, or the claim after the running one starts at once (B251).
   */
  void wake() {
    synchronized (this) {
      pacing.wake();
    }
    poke();
  }

  /** This process has committed a row that is claimable after {@code delay}. */
  void announced(Duration delay) {
    if (delay.isZero()) {
      wake();
      return;
    }
    synchronized (this) {
      pacing.due(moment(delay));
    }
    poke();
  }

  void holdOff(Duration pause) {
    synchronized (this) {
      pacing.holdOff(System.nanoTime(), pause);
    }
  }

  /** This process has made the row claimable again after {@code delay}. */
  synchronized void retried(RowId id, Duration delay) {
    if (delay.isZero()) {
      retried.add(id);
    }
    pacing.due(moment(delay));
  }

  /** A delay of more than a year is far beyond every poll, and would overflow the clock. */
  private static long moment(Duration delay) {
    Duration year = Duration.ofDays(365);
    return System.nanoTime() + (delay.compareTo(year) > 0 ? year : delay).toNanos();
  }

  private void work(Runnable first) {
    for (Runnable task = first; task != null; task = next()) {
      task.run();
    }
  }

  /** The next task that may start now, or null; then the timer is set to when one may. */
  private synchronized @Nullable Runnable next() {
    if (closing || free == 0 || claims >= (form.claimsSideBySide() && !probing ? free : 1)) {
      return null;
    }
    long now = System.nanoTime();
    if (suspects.blockFreshRows(rows.isEmpty())) {
      return null;
    }
    boolean sweep = suspects.isDue(now);
    long wait = sweep ? 0 : Math.min(pacing.nanosUntilNext(now), suspects.nanosUntilNext(now));
    if (wait > 0) {
      setAlarm(wait);
      return null;
    }
    if (!form.reserve(this::poke)) {
      return null;
    }
    return sweep ? start(this::sweep, 1) : startClaim(now);
  }

  private Runnable startClaim(long now) {
    pacing.started(now);
    int asked = form.rowsPerClaim(free);
    return start(() -> claim(asked), asked);
  }

  private Runnable start(Runnable task, int workers) {
    free -= workers;
    claims++;
    return task;
  }

  private void setAlarm(long wait) {
    if (alarm != null) {
      alarm.cancel(false);
    }
    alarm = threads.after(Duration.ofNanos(wait), this::poke);
  }

  private void claim(int asked) {
    List<ClaimedRow> claimed;
    try {
      claimed = form.claim(asked);
    } catch (RuntimeException failure) { // a defect too must not end the subscription in silence
      claimFailed(failure, asked);
      return;
    }
    List<RowRun> runs = claimed.stream().map(row -> claimedRow(row)).toList();
    boolean givesBack = claimEnded(claimed, asked);
    context.listener().claimed(subscription.name(), claimed.size());
    runAll(runs, givesBack);
  }

  private RowRun claimedRow(ClaimedRow row) {
    WorkInProgress work = new WorkInProgress(subscription, row);
    row.onLost(() -> lost(work));
    rows.add(work);
    return new RowRun(context, work);
  }

  private void lost(WorkInProgress work) {
    context.listener().lost(work);
    if (subscription.interruptOnLoss()) {
      work.interrupt(WorkInProgress.Interruption.LOST);
    }
  }

  /**
   * Returns whether the rows must be given back, because the drain began while they were being
   * claimed.
   */
  private synchronized boolean claimEnded(List<ClaimedRow> claimed, int asked) {
    long now = System.nanoTime();
    int got = claimed.size();
    claimOver();
    free += asked - got;
    probing = got == 0;
    boolean onlyRetried = got > 0 && retried.wereAll(claimed);
    if (got == 0) {
      form.unreserve();
      pacing.empty(now);
    } else if (got == asked) {
      pacing.full(now, onlyRetried);
    } else {
      pacing.partial(now, onlyRetried);
    }
    return closing;
  }

  private void claimFailed(RuntimeException failure, int asked) {
    LOG.warn(
        "{}: a claim failed; tried again with backoff, rows in work are not affected",
        subscription.where(),
        failure);
    synchronized (this) {
      claimOver();
      free += asked;
      probing = true;
      pacing.failed(System.nanoTime());
      form.unreserve();
    }
    context.listener().failed(subscription.name(), failure);
  }

  /** The first row runs on this thread, the others on workers of their own. */
  private void runAll(List<RowRun> runs, boolean giveBack) {
    if (runs.isEmpty()) {
      return;
    }
    poke();
    for (RowRun run : runs.subList(1, runs.size())) {
      threads.execute(() -> work(() -> run(run, giveBack)));
    }
    run(runs.get(0), giveBack);
  }

  private void run(RowRun run, boolean giveBack) {
    try {
      if (giveBack || isClosing()) {
        run.giveBack();
      } else {
        run.run();
      }
    } finally {
      ended(run);
    }
  }

  private void ended(RowRun run) {
    synchronized (this) {
      free++;
      suspects.ended(run);
    }
    rows.remove(run.work());
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /** Claims one row whose holder died, and decides how it may run (SPEC 3). */
  private void sweep() {
    Optional<ClaimedRow> found;
    try {
      found = form.claimSuspect();
    } catch (RuntimeException failure) {
      suspectsFailed(failure);
      return;
    }
    if (found.isEmpty()) {
      sweepEnded();
      return;
    }
    boolean alone = rows.isEmpty();
    RowRun run = claimedRow(found.get());
    suspect(run, alone).run();
  }

  private Runnable suspect(RowRun run, boolean alone) {
    boolean last = context.rule().isSpent(run.work().attempt());
    synchronized (this) {
      claimOver();
      if (closing) {
        return () -> finishSuspect(run, run::giveBack);
      }
      if (context.rule().isBeyond(run.work().attempt())) {
        suspects.parked(System.nanoTime());
        return () -> finishSuspect(run, run::park);
      }
      if (last && !alone) {
        suspects.wantsToBeAlone();
        return () -> finishSuspect(run, run::giveBack);
      }
      suspects.started(run, last);
    }
    return () -> {
      poke();
      finishSuspect(run, run::run);
    };
  }

  private void finishSuspect(RowRun run, Runnable task) {
    try {
      task.run();
    } finally {
      ended(run);
    }
  }

  private synchronized void sweepEnded() {
    claimOver();
    free++;
    form.unreserve();
    suspects.none(System.nanoTime());
  }

  private void suspectsFailed(RuntimeException failure) {
    LOG.warn(
        "{}: the claim of a row whose lease ran out failed; tried again",
        subscription.where(),
        failure);
    synchronized (this) {
      pacing.failed(System.nanoTime());
    }
    sweepEnded();
    context.listener().failed(subscription.name(), failure);
  }

  /** Starts no further claim. Rows in work go on; a claim under way gives its rows back. */
  synchronized void close() {
    closing = true;
    if (alarm != null) {
      alarm.cancel(false);
    }
  }

  /** The rows in work, for the drain to wait for. */
  RowsInWork rows() {
    return rows;
  }

  /** Waits until no claim is under way and no row is in work, or {@code deadline} passes. */
  boolean awaitIdle(long deadline) throws InterruptedException {
    while (rows.awaitEmpty(deadline)) {
      synchronized (this) {
        if (claims == 0) {
          return rows.isEmpty();
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    }
    return false;
  }

  private void claimOver() {
    claims--;
    notifyAll();
  }
}
