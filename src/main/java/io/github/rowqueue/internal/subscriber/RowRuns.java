package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Subscription;
import java.util.ArrayList;
import java.util.List;
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
  private final LoopState state;
  private final RowsInWork rows = new RowsInWork();

  RowRuns(SubscriptionContext context, LoopState state) {
    this.context = context;
    this.subscription = context.subscription();
    this.state = state;
  }

  RowsInWork rows() {
    return rows;
  }

  /** One run per worker, each of up to a batch of rows. */
  List<RowRun> enter(List<ClaimedRow> claimed) {
    List<RowRun> runs = new ArrayList<>();
    for (int from = 0; from < claimed.size(); from += subscription.batch()) {
      runs.add(
          enterOne(claimed.subList(from, Math.min(claimed.size(), from + subscription.batch()))));
    }
    return runs;
  }

  RowRun enterOne(List<ClaimedRow> claimed) {
    List<WorkInProgress> works = new ArrayList<>();
    for (ClaimedRow row : claimed) {
      WorkInProgress work = new WorkInProgress(subscription, row);
      row.onLost(() -> lost(work));
      rows.add(work);
      works.add(work);
    }
    return new RowRun(context, works);
  }

  private void lost(WorkInProgress work) {
    context.listener().lost(work);
    if (subscription.interruptOnLoss()) {
      work.interrupt(Interruption.LOST);
    }
  }

  /** Runs a row, or gives it back if the drain began while it was being claimed. */
  void run(RowRun run) {
    end(run, state.isClosing() ? run::giveBack : run::run);
  }

  void end(RowRun run, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error defect) {
      LOG.error(
          "{}: an unexpected failure of {} rows; they come back when their lease or transaction ends",
          run.works().get(0).where(),
          run.works().size(),
          defect);
      context.backOff();
    } finally {
      run.close();
      run.works().forEach(rows::remove);
      state.ended(run);
    }
  }
}
