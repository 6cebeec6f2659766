package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.jdbc.RowId;
import io.github.rowqueue.internal.subscriber.KeyLanes.Admitted;
import io.github.rowqueue.internal.subscriber.KeyLanes.Ended;
import io.github.rowqueue.internal.subscriber.KeyLanes.Start;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns claimed rows into runs, and keeps the books of those in work: a row enters before its claim
 * is over, and leaves when its run has ended, however it ended. Thread-safe.
 */
final class RowRuns {

  private static final Logger LOG = LoggerFactory.getLogger(RowRuns.class);

  private final SubscriptionContext context;
  private final Subscription subscription;
  private final Workers workers;
  private final LoopState state;
  private final RowsInWork rows = new RowsInWork();
  private final LaterSettlements later;
  private final Runnable poke;

  /**
   * The runs of one subscription.
   *
   * @param poke starts what may start; called when a row that is settled later has left
   */
  RowRuns(SubscriptionContext context, Workers workers, LoopState state, Runnable poke) {
    this.context = context;
    this.subscription = context.subscription();
    this.workers = workers;
    this.state = state;
    this.later = new LaterSettlements(context, this::left, this::laneFreed);
    this.poke = poke;
  }

  RowsInWork rows() {
    return rows;
  }

  /**
   * What a claim brought.
   *
   * @param runs what runs now
   * @param ids of all its rows
   * @param inVain whether there were rows, and all were given back
   */
  record Entered(List<RowRun> runs, List<RowId> ids, boolean inVain) {}

  /**
   * Takes over the rows of a claim: each runs, waits in its lane, or is given back. If it fails
   * (the heap may be full), none is left in the books or the lanes.
   */
  Entered enter(List<ClaimedRow> claimed) {
    List<WorkInProgress> works = List.of();
    Admitted<WorkInProgress> admitted = new Admitted<>(List.of(), List.of());
    try {
      works = claimed.stream().map(this::enterOne).toList();
      admitted = workers.admit(works);
      return entered(claimed, admitted);
    } catch (RuntimeException | Error defect) {
      workers.forget(works, admitted.starts());
      forsake(claimed);
      throw defect;
    }
  }

  private Entered entered(List<ClaimedRow> claimed, Admitted<WorkInProgress> admitted) {
    giveBackAndRest(admitted.refused());
    if (state.isClosing()) {
      giveBack(workers.drain()); // close() may have taken out those before them already
    }
    List<RowRun> runs =
        admitted.starts().stream().map(start -> run(start.lane(), start.rows())).toList();
    List<RowId> ids = claimed.stream().map(row -> row.row().id()).toList();
    return new Entered(
        runs, ids, !claimed.isEmpty() && admitted.refused().size() == claimed.size());
  }

  /** Lets go of rows that come to no start. One that fails here too comes back by its lease. */
  void forsake(List<ClaimedRow> claimed) {
    for (ClaimedRow row : claimed) {
      try {
        row.release();
      } catch (RuntimeException | Error defect) {
        LOG.error("{}: a claimed row could not be given back", subscription.where(), defect);
      } finally {
        close(row);
      }
    }
  }

  private void close(ClaimedRow row) {
    try {
      row.close();
    } catch (RuntimeException | Error defect) {
      LOG.error("{}: a claimed row could not be closed", subscription.where(), defect);
    } finally {
      if (rows.remove(row)) {
        workers.left();
      }
    }
  }

  private RowRun run(int lane, List<WorkInProgress> works) {
    RowRun run = new RowRun(context, lane, works);
    return workers.settlesLater() && context.form().settlesLater() ? run.settledLater() : run;
  }

  WorkInProgress enterOne(ClaimedRow row) {
    WorkInProgress work = new WorkInProgress(subscription, row);
    row.onLost(() -> lost(work));
    rows.add(work);
    workers.entered();
    return work;
  }

  /** The run of a row whose holder died; empty if it must not run yet. */
  Optional<RowRun> startSuspect(WorkInProgress work) {
    OptionalInt lane = workers.admitSuspect(work);
    if (lane.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RowRun(context, lane.getAsInt(), List.of(work)));
    } catch (RuntimeException | Error defect) {
      workers.forget(List.of(), List.of(new Start<>(lane.getAsInt(), List.of())));
      throw defect;
    }
  }

  /** What the worker of {@code run}, which has ended, runs next; null if it is free. */
  @Nullable RowRun after(RowRun run) {
    if (run.wasHandled()) {
      workers.ran(run.nanos());
    }
    Ended<WorkInProgress> ended = workers.ended(run.lane(), run.gaveUp());
    if (!ended.refused().isEmpty()) {
      giveBackFrom(new Start<>(run.lane(), ended.refused()));
    }
    if (ended.opened()) {
      state.laneOpened(System.nanoTime());
    }
    return ended.next().isEmpty() ? null : run(run.lane(), ended.next());
  }

  /** What a worker runs that is free while rows wait; null if there is none. */
  @Nullable RowRun waiting() {
    List<WorkInProgress> works = workers.startWaiting();
    return works.isEmpty() ? null : run(0, works);
  }

  /** Settles what waits for it, unless another thread does. */
  void settle() {
    context.form().flush();
  }

  /** As {@link #settle}, on another thread. */
  void settleBesides() {
    context.form().flushBesides();
  }

  /** Claims that find rows of closed lanes spend a fifth of the time on them at most. */
  private void giveBackAndRest(List<WorkInProgress> refused) {
    if (!refused.isEmpty()) {
      long started = System.nanoTime();
      giveBack(refused);
      long ended = System.nanoTime();
      state.holdOff(ended, Duration.ofNanos(4 * (ended - started)));
    }
  }

  /** Gives back rows that waited in a lane, which takes no others before they are given back. */
  void giveBackFrom(Start<WorkInProgress> waiting) {
    giveBack(waiting.rows());
    if (workers.givenBack(waiting.lane())) {
      state.laneOpened(System.nanoTime());
    }
  }

  /** Gives back rows that do not run. */
  void giveBack(List<WorkInProgress> works) {
    if (works.size() > 1 && context.form().settlesLater()) {
      RowRun all = new RowRun(context, 0, works);
      end(all, RowRun::giveBack);
      return;
    }
    for (WorkInProgress work : works) { // each is a transaction or a session of its own
      RowRun run = new RowRun(context, 0, List.of(work));
      end(run, RowRun::giveBack);
    }
  }

  /** Moves a row beyond its cap to the dead letter. */
  void park(WorkInProgress work) {
    RowRun run = new RowRun(context, 0, List.of(work));
    end(run, RowRun::park);
  }

  private void lost(WorkInProgress work) {
    context.listener().lost(work);
    if (subscription.interruptOnLoss()) {
      work.interrupt(Interruption.LOST);
    }
  }

  /** Runs a row, or gives it back if the drain began while it was being claimed. */
  void run(RowRun run) {
    end(run, state.isClosing() ? RowRun::giveBack : RowRun::run);
  }

  private void end(RowRun run, Consumer<RowRun> task) {
    try {
      whatever(run, task);
      closeSettled(run);
    } finally {
      for (int i = 0; i < run.unsettled().size(); i++) {
        later.settle(run.unsettled().get(i));
      }
      state.ended(run);
      if (run.freedLane()) { // not before: only now is its guard given back in every form
        state.wake();
      }
    }
  }

  private void closeSettled(RowRun run) {
    if (run.unsettled().size() == run.works().size()) {
      return; // as nearly all, where they are settled later
    }
    List<WorkInProgress> settled = new ArrayList<>(run.works());
    run.unsettled().forEach(decided -> settled.remove(decided.work()));
    settled.forEach(work -> whatever(run, unused -> work.row().close()));
    settled.forEach(this::remove);
  }

  private boolean remove(WorkInProgress work) {
    rows.remove(work);
    return workers.left();
  }

  /** The row was settled after its run: what waited for that starts. */
  private void left(WorkInProgress work) {
    boolean room = remove(work);
    if (room || rows.isEmpty()) { // a suspect may wait until nothing else is in work
      poke.run();
    }
  }

  private void laneFreed() {
    state.wake();
    poke.run();
  }

  /** What goes wrong here ends neither the worker nor its lane. */
  private void whatever(RowRun run, Consumer<RowRun> task) {
    try {
      task.accept(run);
    } catch (RuntimeException | Error defect) {
      LOG.error(
          "{}: an unexpected failure of {} rows; they come back when their lease or transaction ends",
          run.works().get(0).where(),
          run.works().size(),
          defect);
      context.backOff();
    }
  }
}
