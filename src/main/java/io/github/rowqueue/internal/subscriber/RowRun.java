package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.table.ClaimForm;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of one row, or of the rows of one batch: begin, decode and handle, decide, settle,
 * record. Every way through ends in one settlement or one release per row. A crash anywhere here
 * leaves a row to its lease or to its transaction's end.
 */
final class RowRun {

  private static final Logger LOG = LoggerFactory.getLogger(RowRun.class);

  private final SubscriptionContext context;
  private final List<WorkInProgress> works;
  private final int lane;
  private @Nullable Settling settling;
  private boolean gaveUp;
  private boolean later;
  private List<Settling.Decided> unsettled = List.of();
  private boolean handled;
  private long nanos;

  RowRun(SubscriptionContext context, int lane, List<WorkInProgress> works) {
    this.context = context;
    this.lane = lane;
    this.works = List.copyOf(works);
  }

  List<WorkInProgress> works() {
    return works;
  }

  /** The lane of the worker that runs it; see {@link Workers}. */
  int lane() {
    return lane;
  }

  /** Whether a row was given up before its handler started. */
  boolean gaveUp() {
    return gaveUp;
  }

  /** Whether a next row of the lane of one of its rows may be claimed, once it is over. */
  boolean freedLane() {
    return settling != null && settling.freedLane();
  }

  /** This run, whose outcomes are left to be settled after it: see {@link #unsettled}. */
  RowRun settledLater() {
    later = true;
    return this;
  }

  /** Whether its handler was called. */
  boolean wasHandled() {
    return handled;
  }

  /** How many nanoseconds its handler took. */
  long nanos() {
    return nanos;
  }

  /** What is still to be settled when the run has ended. */
  List<Settling.Decided> unsettled() {
    return unsettled;
  }

  void run() {
    List<WorkInProgress> begun = begin();
    if (begun.isEmpty()) {
      return;
    }
    if (context.subscription().transactionalHandler().isPresent()) {
      long began = System.nanoTime();
      new TransactionalRun(context, settling(), this::decide).run(begun);
      took(System.nanoTime() - began);
      return;
    }
    long started = System.nanoTime();
    List<Verdict> verdicts = context.handling().handle(begun);
    took(System.nanoTime() - started);
    List<Settling.Decided> decided = decide(verdicts);
    if (later) {
      unsettled = decided;
    } else {
      settling().settle(decided, this::record);
    }
  }

  /** Made when it is needed: nearly all rows are settled after their run. */
  private Settling settling() {
    if (settling == null) {
      settling = new Settling(context);
    }
    return settling;
  }

  private void took(long nanos) {
    this.handled = true;
    this.nanos = nanos;
  }

  private List<WorkInProgress> begin() {
    if (works.size() == 1) { // nearly always, and then there is nothing to put together
      return begins(works.get(0)) ? works : List.of();
    }
    List<WorkInProgress> begun = new ArrayList<>(works.size());
    for (WorkInProgress work : works) {
      if (begins(work)) {
        begun.add(work);
      }
    }
    return List.copyOf(begun);
  }

  /** By key, those behind a row that was given up are given back, or they would pass it. */
  private boolean begins(WorkInProgress work) {
    if (context.rule().isSpentInWork(work.attempt())) {
      park(work);
      return false;
    }
    if (gaveUp && context.subscription().byKey()) {
      record(work, settling().release(work));
      return false;
    }
    if (work.row().begin()) {
      return true;
    }
    gaveUp = true;
    record(work, Settled.RELEASED);
    return false;
  }

  private List<Settling.Decided> decide(List<Verdict> verdicts) {
    if (verdicts.size() == 1 && !verdicts.get(0).wasCutOff()) {
      return List.of(new Settling.Decided(verdicts.get(0).work(), decide(verdicts.get(0))));
    }
    List<Settling.Decided> decided = new ArrayList<>(verdicts.size());
    for (Verdict verdict : verdicts) {
      if (verdict.wasCutOff()) {
        record(verdict.work(), settling().release(verdict.work()));
      } else {
        decided.add(new Settling.Decided(verdict.work(), decide(verdict)));
      }
    }
    return decided;
  }

  private Settlement decide(Verdict verdict) {
    WorkInProgress work = verdict.work();
    warnOfMissingDeadLetter(verdict);
    Throwable failure = verdict.failure();
    if (failure == null) {
      context.warnOfMissingDelay(verdict.outcome());
      return context.rule().handled(verdict.outcome(), work.attempt());
    }
    Outcome.Failure outcome = (Outcome.Failure) verdict.outcome();
    context.paceAfter(outcome);
    Settlement settlement = context.rule().failed(outcome, work.attempt(), failure.toString());
    logFailure(work, failure, settlement.parks() || settlement.parksHead());
    return settlement;
  }

  /** The trace is told with the first attempt and the last; what lies between differs rarely. */
  private static void logFailure(WorkInProgress work, Throwable failure, boolean last) {
    String attempt = attemptText(work.attempt());
    if (last || work.attempt().orElse(1) <= 1) {
      LOG.warn("{}: attempt {} failed", work.where(), attempt, failure);
    } else {
      LOG.warn("{}: attempt {} failed: {}", work.where(), attempt, failure.toString());
    }
  }

  private void warnOfMissingDeadLetter(Verdict verdict) {
    boolean wanted =
        verdict.outcome() instanceof Outcome.ToDeadLetter && !context.subscription().parksHeads();
    if (wanted && context.subscription().deadLetter().isEmpty()) {
      LOG.error(
          "{}: deadLetter(…) was asked for, but the subscription declares no dead letter; counted as a failed attempt: add"
              + " .deadLetter(…) or .maxAttempts(…)",
          verdict.work().where());
    }
  }

  private static String attemptText(OptionalLong attempt) {
    return attempt.isPresent() ? String.valueOf(attempt.getAsLong()) : "of unknown number";
  }

  /** Gives the rows back without running them. */
  void giveBack() {
    if (works.size() == 1) {
      record(works.get(0), settling().release(works.get(0)));
    } else {
      settling().releaseAll(works, this::record);
    }
  }

  /** Moves a row beyond its cap to the dead letter without running it. */
  void park() {
    park(works.get(0));
  }

  private void park(WorkInProgress work) {
    LOG.warn(
        "{}: {} without being run: {} in its last attempt",
        work.where(),
        context
            .subscription()
            .deadLetter()
            .map(destination -> "moved to the dead letter " + destination)
            .orElse("parked as the head of its key"),
        context.rule().form() == ClaimForm.LEASE
            ? "its lease ran out"
            : "its process or its session ended");
    work.row().stopExtending();
    Settlement beyond = context.rule().beyond(work.attempt());
    settling().settle(List.of(new Settling.Decided(work, beyond)), this::record);
  }

  private void record(WorkInProgress work, Settled how) {
    context.record(work, how);
  }
}
