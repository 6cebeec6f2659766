package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Form;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims one row whose holder died, and decides how it may run (SPEC 3). */
final class Sweep {

  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private final SubscriptionContext context;
  private final Form form;
  private final LoopState state;
  private final RowRuns runs;
  private final Consumer<RowRun> start;

  Sweep(
      SubscriptionContext context,
      Form form,
      LoopState state,
      RowRuns runs,
      Consumer<RowRun> start) {
    this.context = context;
    this.form = form;
    this.state = state;
    this.runs = runs;
    this.start = start;
  }

  void run() {
    Optional<ClaimedRow> found;
    boolean alone = runs.rows().isEmpty();
    try {
      found = form.claimSuspect();
    } catch (RuntimeException | Error failure) {
      failed(failure);
      return;
    }
    if (found.isEmpty()) {
      state.noSuspect(System.nanoTime());
      return;
    }
    suspect(found.get(), alone);
  }

  private void failed(Throwable failure) {
    state.sweepFailed(System.nanoTime());
    LOG.warn(
        "{}: a look for rows of dead holders failed and is tried again",
        context.subscription().where(),
        failure);
    context.tell(failure);
  }

  private void suspect(ClaimedRow row, boolean alone) {
    Runnable next;
    try {
      next = decide(runs.enterOne(row), alone);
    } catch (RuntimeException | Error defect) { // the heap may be full
      runs.forsake(List.of(row));
      failed(defect);
      return;
    }
    next.run();
  }

  private Runnable decide(WorkInProgress work, boolean alone) {
    OptionalLong attempt = work.attempt();
    boolean last = context.rule().isSpent(attempt);
    if (context.rule().isBeyond(attempt)) {
      return () -> {
        state.suspectParked(System.nanoTime());
        runs.park(work);
      };
    }
    if (last && !alone) {
      return () -> {
        state.suspectWaits();
        runs.giveBack(List.of(work));
      };
    }
    Optional<RowRun> run = runs.startSuspect(work);
    if (run.isEmpty()) {
      return () -> {
        // Rows of its key are in work, and a suspect is not claimed ahead. It is given back before
        // the next claim, so that no fresh row of its key passes it.
        runs.giveBack(List.of(work));
        state.suspectLater(System.nanoTime());
      };
    }
    return () -> {
      state.suspectStarts(run.get(), last);
      start.accept(run.get());
    };
  }
}
