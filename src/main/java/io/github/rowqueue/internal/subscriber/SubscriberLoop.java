package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.subscriber.KeyLanes.Limits;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import io.github.rowqueue.internal.subscriber.LoopState.Next;
import io.github.rowqueue.internal.subscriber.LoopState.Step;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  private final Workers workers;
  private final LoopState state;
  private final RowRuns runs;
  private final Sweep sweep;
  private final Runnable poke = this::poke;
  private final Duration pollInterval;
  private final AtomicInteger pokes = new AtomicInteger();
  private @Nullable ScheduledFuture<?> alarm;

  SubscriberLoop(SubscriptionContext context, Form form, Threads threads, Duration pollInterval) {
    this.context = context;
    this.subscription = context.subscription();
    this.form = form;
    this.threads = threads;
    this.pollInterval = pollInterval;
    this.workers = workers(subscription, form.claimsSideBySide());
    long now = System.nanoTime();
    this.state =
        new LoopState(
            workers,
            form.claimsSideBySide() && !subscription.byKey(),
            new ClaimPacing(pollInterval, subscription.errorBackoff(), now),
            new SuspectWatch(form.hasSuspects(), pollInterval, subscription.errorBackoff(), now));
    this.runs = new RowRuns(context, workers, state, poke);
    this.sweep = new Sweep(context, form, state, runs, this::runBesideOthers);
    context.attach(this);
    form.onFreed(this::wake);
  }

  private static Workers workers(Subscription subscription, boolean holdsConnections) {
    if (subscription.prefetch() > 0) {
      // Of a group one row is in work at a time, so a list of all groups holds one.
      int batch = subscription.servesAllGroups() ? 1 : subscription.batch();
      return new PrefetchingWorkers(subscription.workers(), batch, subscription.prefetch());
    }
    if (subscription.servesAllGroups()) {
      return new FreeWorkers(subscription.workers(), 1); // the heads of as many groups
    }
    if (subscription.spec().fifoGroups()) {
      return new FreeWorkers(1, 1); // one row is in work at a time: more would claim in vain
    }
    if (!subscription.byKey()) {
      return new FreeWorkers(subscription.workers(), subscription.batch());
    }
    return new KeyedWorkers(
        holdsConnections
            ? Limits.locked(subscription.workers())
            : Limits.leased(subscription.workers(), subscription.batch()));
  }

  /** Starts whatever may start now, each task on a worker of its own. */
  void poke() {
    pokes.incrementAndGet();
    for (Next next = next(); next != null; next = next()) {
      Next first = next;
      if (!started(() -> work(first))) {
        notTaken(first);
        return;
      }
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

  /** This process has committed rows that stand there; they are announced next. */
  void placed(long priority, Instant due) {
    form.published(priority, due);
  }

  /** This process has made the row claimable at once, and claims it after {@code rest} at best. */
  void retried(RowId id, Duration rest) {
    state.retried(id);
    state.due(System.nanoTime(), rest);
  }

  /** This process has made a row claimable again after {@code delay}. */
  void delayed(Duration delay) {
    state.due(System.nanoTime(), delay);
  }

  /** This process has left the row a lease nobody holds, which ends after {@code delay}. */
  void held(Duration delay) {
    state.held(System.nanoTime(), delay);
  }

  void holdOff(Duration pause) {
    state.holdOff(System.nanoTime(), pause);
  }

  private void work(Next first) {
    try {
      for (Next next = first; next != null; next = next()) {
        if (next.step() == Step.SWEEP) {
          sweep.run();
        } else {
          claim(next);
        }
        runWaiting();
      }
    } catch (RuntimeException | Error defect) {
      setAlarm(Nanos.of(pollInterval)); // nobody else would look again
      throw defect;
    }
  }

  /** Whether a worker took the task; the system may have no thread to give. */
  private boolean started(Runnable task) {
    try {
      threads.execute(task);
      return true;
    } catch (RuntimeException | Error refused) {
      LOG.error(
          "{}: no thread for a worker; its rows wait for another", subscription.where(), refused);
      return false;
    }
  }

  /** The next step that may start now, or null; then the alarm is set to when one may. */
  private @Nullable Next next() {
    int before;
    do {
      before = pokes.get();
      Next next = state.next(System.nanoTime(), runs.rows().isEmpty());
      if (next.step() == Step.WAIT) {
        setAlarm(next.nanos());
      }
      if (next.step() == Step.NOTHING || next.step() == Step.WAIT) {
        return null;
      }
      if (form.reserve(poke)) {
        return next;
      }
      undo(next);
      // Told of a free connection before the step was undone, the loop has passed it up.
    } while (before != pokes.get());
    return null;
  }

  private void notTaken(Next next) {
    form.unreserve();
    undo(next);
  }

  private void undo(Next next) {
    state.notTaken(next);
    setAlarm(Nanos.of(pollInterval));
  }

  /**
   * Looks again after {@code wait}, or when it was to look already: one who computed a longer wait
   * before another heard of a shorter one must not take its place. To look too early costs nothing.
   */
  private synchronized void setAlarm(long wait) {
    if (alarm != null) {
      long pending = alarm.isDone() ? 0 : alarm.getDelay(TimeUnit.NANOSECONDS);
      if (pending > 0 && pending <= wait) {
        return;
      }
      alarm.cancel(false);
    }
    if (!state.isClosing()) {
      alarm = threads.after(Duration.ofNanos(wait), poke);
    }
  }

  private void claim(Next next) {
    List<ClaimedRow> claimed;
    try {
      claimed = form.claim(next.rows());
    } catch (RuntimeException
        | Error failure) { // an Error too must not end the subscription in silence
      form.unreserve();
      claimFailed(next, failure);
      return;
    }
    if (claimed.isEmpty()) {
      form.unreserve();
    }
    RowRuns.Entered entered;
    try {
      entered = runs.enter(claimed);
    } catch (RuntimeException | Error defect) { // all rows are let go of
      claimFailed(next, defect);
      return;
    }
    if (entered.inVain()) {
      state.claimedInVain(System.nanoTime(), next);
    } else {
      state.claimed(System.nanoTime(), next, entered.ids());
    }
    context.listener().claimed(subscription.name(), claimed.size());
    runAll(entered.runs());
  }

  private void claimFailed(Next next, Throwable failure) {
    state.claimFailed(System.nanoTime(), next);
    LOG.warn(
        "{}: a claim failed and is tried again with backoff; rows in work go on",
        subscription.where(),
        failure);
    context.tell(failure);
  }

  /** The first row runs on this thread, the others on workers of their own. */
  private void runAll(List<RowRun> entered) {
    if (entered.isEmpty()) {
      return;
    }
    List<RowRun> here = new ArrayList<>(entered);
    pokeOthers();
    for (RowRun run : entered.subList(1, entered.size())) {
      if (started(() -> runAndGoOn(run))) {
        here.remove(run); // the others after the first; their leases are kept meanwhile
      }
    }
    runLanes(here);
  }

  private void runAndGoOn(RowRun run) {
    runLane(run);
    Next next = next();
    if (next != null) {
      work(next);
    } else {
      runWaiting();
    }
  }

  /**
   * Rows may wait although a worker is free: one that was kept free for a suspect there was not.
   */
  private void runWaiting() {
    RowRun run = runs.waiting();
    if (run != null) {
      runLane(run);
    }
  }

  private void runBesideOthers(RowRun run) {
    pokeOthers();
    runLane(run);
  }

  /** Before rows of this worker's own start, which must whatever becomes of the others. */
  private void pokeOthers() {
    try {
      poke();
    } catch (RuntimeException | Error defect) {
      LOG.error("{}: a look for more work failed; rows run on", subscription.where(), defect);
    }
  }

  private void runLane(RowRun first) {
    runLanes(List.of(first));
  }

  /**
   * Runs rows, and then those that wait for the same workers. Where one thread stands for several
   * workers they take turns, or the rows of one would hold up the others for as long as more come.
   */
  private void runLanes(List<RowRun> first) {
    Deque<RowRun> lanes = new ArrayDeque<>(first);
    try {
      for (RowRun run = lanes.poll(); run != null; run = lanes.poll()) {
        runs.run(run);
        RowRun next = runs.after(run);
        if (next != null) {
          lanes.add(next);
          pokeOthers(); // there may be room for others now, and this worker does not look for them
          runs.settleBesides();
        }
      }
    } finally {
      runs.settle(); // this worker has nothing else to run
    }
  }

  /**
   * Gives back the rows whose lane has kept them waiting for {@code limit}, so that others can have
   * them (SPEC 13, 4).
   */
  void giveBackLate(Duration limit) {
    for (Start<WorkInProgress> late : workers.late(limit)) {
      LOG.warn(
          subscription.byKey()
              ? "{}: {} rows waited for {} behind a row of their key that is still in work, and are given back; no others wait"
                  + " for it"
              : "{}: {} rows claimed ahead waited for {} while no handler ended, and are given back; none are claimed ahead"
                  + " until one does",
          subscription.where(),
          late.rows().size(),
          limit);
      runs.giveBackFrom(late);
      poke();
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
    List<WorkInProgress> waiting = workers.drain();
    if (!waiting.isEmpty() && !started(() -> runs.giveBack(waiting))) {
      runs.giveBack(waiting);
    }
  }

  /** The rows in work. */
  RowsInWork rows() {
    return runs.rows();
  }

  /** Waits until no claim is under way and no row is in work, or {@code deadline} passes. */
  boolean awaitIdle(long deadline) throws InterruptedException {
    // A claim enters its rows before it is over, so that none slips through between the two waits.
    return state.awaitNoClaim(deadline) && runs.rows().awaitEmpty(deadline);
  }
}
