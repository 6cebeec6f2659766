package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.SettleResult;
import io.github.rowqueue.internal.subscriber.Settling.Decided;
import io.github.rowqueue.internal.subscriber.Settling.Written;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settlements of one subscription that no worker waits for: written with all others that are
 * ready then. What the first write does not settle, because the database was away, refused it, or
 * contention kept it out, is settled row by row as a worker would, on as many threads as there are
 * workers. Thread-safe.
 */
final class LaterSettlements {

  private static final Logger LOG = LoggerFactory.getLogger(LaterSettlements.class);

  private final SubscriptionContext context;
  private final Consumer<WorkInProgress> left;
  private final Runnable freedLane;
  private final Queue<Decided> alone = new ArrayDeque<>();
  private int threads;

  /**
   * The settlements of {@code context}.
   *
   * @param left told of each row when it is settled and recorded, whatever became of it
   * @param freedLane told before that, if the next row of its lane may be claimed now
   */
  LaterSettlements(SubscriptionContext context, Consumer<WorkInProgress> left, Runnable freedLane) {
    this.context = context;
    this.left = left;
    this.freedLane = freedLane;
  }

  /** Leaves a row to be settled; {@code Form.flush} is to be called after it. */
  void settle(Decided decided) {
    try {
      context.form().settleLater(decided.row(), decided.wanted(), result -> over(decided, result));
    } catch (RuntimeException | Error defect) { // the heap may be full
      logDefect(decided, defect);
      close(decided);
    }
  }

  private void over(Decided decided, @Nullable SettleResult result) {
    if (result == null) {
      settleAlone(decided);
      return;
    }
    try {
      conclude(decided, result);
    } catch (RuntimeException | Error defect) {
      logDefect(decided, defect);
    } finally {
      close(decided);
    }
  }

  private void conclude(Decided decided, SettleResult result) {
    Settling settling = new Settling(context);
    settling.conclude(new Written(decided.work(), decided.wanted(), result), context::record);
    tellOfLane(settling);
  }

  private void end(Decided decided, Runnable settlement) {
    try {
      settlement.run();
    } catch (RuntimeException | Error defect) {
      logDefect(decided, defect);
    } finally {
      close(decided);
    }
  }

  private static void logDefect(Decided decided, Throwable defect) {
    LOG.error(
        "{}: an unexpected failure of a settlement; such rows come back when their lease ends",
        decided.work().where(),
        defect);
  }

  private void close(Decided decided) {
    decided.row().close();
    left.accept(decided.work());
  }

  private void tellOfLane(Settling settling) {
    if (settling.freedLane()) {
      freedLane.run();
    }
  }

  private void settleAlone(Decided decided) {
    synchronized (this) {
      alone.add(decided);
      if (threads == context.subscription().workers()) {
        return;
      }
      threads++;
    }
    context.onWorker(this::settleAll);
  }

  private void settleAll() {
    for (Decided next = next(); next != null; next = next()) {
      Decided decided = next;
      end(decided, () -> settleNow(decided));
    }
  }

  /** As a worker would: after a defect it waits, and its rows hold up the claims meanwhile. */
  private void settleNow(Decided decided) {
    Settling settling = new Settling(context);
    try {
      settling.settle(List.of(decided), context::record);
    } catch (RuntimeException | Error defect) {
      context.backOff();
      throw defect;
    }
    tellOfLane(settling);
  }

  private synchronized @Nullable Decided next() {
    Decided next = alone.poll();
    if (next == null) {
      threads--;
    }
    return next;
  }
}
