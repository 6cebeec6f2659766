package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.subscriber.LoopState.Next;
import io.github.rowqueue.internal.subscriber.LoopState.Step;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims rows of one subscription and hands them to workers. What may be done next is {@link
 * LoopState}'s to say; no lock is held while SQL or a handler runs.
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
  private final LoopState state;
  private final RowsInWork rows = new RowsInWork();
  private final Runnable poke = this::poke;
  private final Duration pollInterval;
  private @Nullable ScheduledFuture<?> alarm;

  SubscriberLoop(SubscriptionContext context, Form form, Threads threads, Duration pollInterval) {
    this.context = context;
    this.subscription = context.subscription();
    this.form = form;
    this.threads = threads;
    this.pollInterval = pollInterval;
    long now = System.nanoTime();
    this.state =
        new LoopState(
            subscription.workers(),
            form.claimsSideBySide(),
            new ClaimPacing(pollInterval, subscription.errorBackoff(), now),
            new SuspectWatch(form.hasSuspects(), pollInterval, now));
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
    state.wake();
    poke();
  }

  /** This process has committed a row that is claimable after {@code delay}. */
  void announced(Duration delay) {
    if (delay.isZero()) {
      state.wake();
    } else {
      state.due(System.nanoTime(), delay);
    }
    poke();
  }

  /** This process has made the row claimable again after {@code delay}. */
  void retried(RowId id, Duration delay) {
    if (delay.isZero()) {
      state.retried(id);
    }
    state.due(System.nanoTime(), delay);
  }

  void holdOff(Duration pause) {
    state.holdOff(System.nanoTime(), pause);
  }

  private void work(Runnable first) {
    for (Runnable task = first; task != null; task = next()) {
      task.run();
    }
  }

  /** The next task that may start now, or null; then the alarm is set to when one may. */
  private @Nullable Runnable next() {
    Next next = state.next(System.nanoTime(), rows.isEmpty());
    if (next.step() == Step.WAIT) {
      setAlarm(next.nanos());
    }
    if (next.step() == Step.NOTHING || next.step() == Step.WAIT) {
      return null;
    }
    if (!form.reserve(poke)) {
      state.notTaken(next);
      // Told of a free connection before the step was undone, the loop would have passed it up.
      setAlarm(Nanos.of(pollInterval));
      return null;
    }
    return next.step() == Step.SWEEP ? this::sweep : () -> claim(next.rows());
  }

  private synchronized void setAlarm(long wait) {
    if (alarm != null) {
      alarm.cancel(false);
    }
    if (!state.isClosing()) {
      alarm = threads.after(Duration.ofNanos(wait), poke);
    }
  }

  private void claim(int asked) {
    List<ClaimedRow> claimed;
    try {
      claimed = form.claim(asked);
    } catch (RuntimeException failure) { // a defect too must not end the subscription in silence
      LOG.warn(
          "{}: a claim failed and is tried again with backoff; rows in work go on",
          subscription.where(),
          failure);
      form.unreserve();
      state.claimFailed(System.nanoTime(), asked);
      context.listener().failed(subscription.name(), failure);
      return;
    }
    List<RowRun> runs = claimed.stream().map(this::enter).toList();
    if (runs.isEmpty()) {
      form.unreserve();
    }
    state.claimed(System.nanoTime(), asked, claimed.stream().map(row -> row.row().id()).toList());
    context.listener().claimed(subscription.name(), claimed.size());
    runAll(runs);
  }

  private RowRun enter(ClaimedRow row) {
    WorkInProgress work = new WorkInProgress(subscription, row);
    row.onLost(() -> lost(work));
    rows.add(work);
    return new RowRun(context, work);
  }

  private void lost(WorkInProgress work) {
    context.listener().lost(work);
    if (subscription.interruptOnLoss()) {
      work.interrupt(Interruption.LOST);
    }
  }

  /** The first row runs on this thread, the others on workers of their own. */
  private void runAll(List<RowRun> runs) {
    if (runs.isEmpty()) {
      return;
    }
    poke();
    for (RowRun run : runs.subList(1, runs.size())) {
      threads.execute(() -> work(() -> run(run)));
    }
    run(runs.get(0));
  }

  /** Runs a row, or gives it back if the drain began while it was being claimed. */
  private void run(RowRun run) {
    end(run, state.isClosing() ? run::giveBack : run::run);
  }

  private void end(RowRun run, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error defect) {
      LOG.error(
          "{}: an unexpected failure; the row comes back when its lease or transaction ends",
          run.work().where(),
          defect);
      context.backOff(run.work());
    } finally {
      run.close();
      rows.remove(run.work());
      state.ended(run);
    }
  }

  /** Claims one row whose holder died, and decides how it may run (SPEC 3). */
  private void sweep() {
    Optional<ClaimedRow> found;
    boolean alone = rows.isEmpty();
    try {
      found = form.claimSuspect();
    } catch (RuntimeException failure) {
      LOG.warn(
          "{}: a look for rows of dead holders failed and is tried again",
          subscription.where(),
          failure);
      state.sweepFailed(System.nanoTime());
      context.listener().failed(subscription.name(), failure);
      return;
    }
    if (found.isEmpty()) {
      state.noSuspect(System.nanoTime());
      return;
    }
    suspect(enter(found.get()), alone);
  }

  private void suspect(RowRun run, boolean alone) {
    boolean last = context.rule().isSpent(run.work().attempt());
    if (context.rule().isBeyond(run.work().attempt())) {
      state.suspectParked(System.nanoTime());
      end(run, run::park);
    } else if (last && !alone) {
      state.suspectWaits();
      end(run, run::giveBack);
    } else {
      state.suspectStarts(run, last);
      poke();
      run(run);
    }
  }

  /** Starts no further claim. Rows in work go on; a claim under way gives its rows back. */
  void close() {
    state.close();
    synchronized (this) {
      if (alarm != null) {
        alarm.cancel(false);
      }
    }
  }

  /** The rows in work. */
  RowsInWork rows() {
    return rows;
  }

  /** Waits until no claim is under way and no row is in work, or {@code deadline} passes. */
  boolean awaitIdle(long deadline) throws InterruptedException {
    // A claim enters its rows before it is over, so that none slips through between the two waits.
    return state.awaitNoClaim(deadline) && rows.awaitEmpty(deadline);
  }
}
