package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.error.DecodeException;
import io.github.rowqueue.internal.form.ClaimedRow;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.Role;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of one row: decode, handle, decide, settle, record. Every way through ends in one
 * settlement or one release. A crash anywhere here leaves the row to its lease or to its
 * transaction's end.
 */
final class RowRun {

  private static final Logger LOG = LoggerFactory.getLogger(RowRun.class);

  private final SubscriptionContext context;
  private final Subscription subscription;
  private final WorkInProgress work;
  private final ClaimedRow row;
  private final Settling settling;

  RowRun(SubscriptionContext context, WorkInProgress work) {
    this.context = context;
    this.subscription = context.subscription();
    this.work = work;
    this.row = work.row();
    this.settling = new Settling(context, work);
  }

  WorkInProgress work() {
    return work;
  }

  void run() {
    if (!row.begin()) {
      context.listener().settled(work, Settled.RELEASED);
      return;
    }
    Verdict verdict = handle();
    Settled how = verdict.wasCutOff() ? settling.release() : settling.settle(decide(verdict));
    context.record(work, how);
  }

  /** Gives the row back without running it. */
  void giveBack() {
    context.record(work, settling.release());
  }

  /** The delivery is over, whatever became of it. */
  void close() {
    row.close();
  }

  /** Moves a row beyond its cap to the dead letter without running it. */
  void park() {
    LOG.warn(
        "{}: moved to the dead letter {} without being run: its lease ran out in its last attempt",
        work.where(),
        subscription.deadLetter().orElseThrow());
    row.stopExtending();
    context.record(work, settling.settle(context.rule().beyond(work.attempt())));
  }

  private Verdict handle() {
    context.listener().started(work);
    long started = System.nanoTime();
    Verdict verdict = handled();
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    context.listener().ended(work, verdict.outcome(), took);
    return verdict;
  }

  private Verdict handled() {
    try {
      Object message = decode();
      Outcome outcome;
      Optional<Interruption> interruption;
      AutoCloseable limit = context.limitHandler(work);
      try {
        work.handlerStarts();
        outcome = subscription.handler().handle(message, work);
      } finally {
        interruption = work.handlerEnded();
        limit.close();
      }
      if (outcome == null) {
        throw new IllegalStateException("the handler returned null instead of an Outcome");
      }
      return new Verdict(outcome, null, interruption);
    } catch (
        Throwable
            failure) { // an Error too is a failed attempt of this row alone, and must not end the
      // worker
      return new Verdict(context.policy(failure, work), failure, work.handlerEnded());
    }
  }

  private Object decode() throws Exception {
    if (subscription.codec().isEmpty()) {
      return subscription.table().read(row.row());
    }
    byte[] payload = row.row().get(subscription.spec().indexOf(Role.PAYLOAD), byte[].class);
    if (payload == null) {
      throw new DecodeException("the payload is null", null);
    }
    try {
      return subscription.codec().get().decode(payload);
    } catch (Exception undecodable) {
      throw new DecodeException(
          "the payload (%d bytes) does not decode: %s".formatted(payload.length, undecodable),
          undecodable);
    }
  }

  private Settlement decide(Verdict verdict) {
    if (verdict.outcome() instanceof Outcome.ToDeadLetter && subscription.deadLetter().isEmpty()) {
      LOG.error(
          "{}: deadLetter(…) was asked for, but the subscription declares no dead letter; counted as a failed attempt: add"
              + " .deadLetter(…) or .maxAttempts(…)",
          work.where());
    }
    Throwable failure = verdict.failure();
    if (failure == null) {
      context.warnOfMissingDelay(verdict.outcome());
      return context.rule().handled(verdict.outcome(), work.attempt());
    }
    LOG.warn("{}: attempt {} failed", work.where(), attemptText(), failure);
    Outcome.Failure outcome = (Outcome.Failure) verdict.outcome();
    context.paceAfter(outcome);
    return context.rule().failed(outcome, work.attempt(), failure.toString());
  }

  private String attemptText() {
    return work.attempt().isPresent()
        ? String.valueOf(work.attempt().getAsLong())
        : "of unknown number";
  }

  /**
   * How the handler ended.
   *
   * @param outcome what it returned, or what the failure policy chose
   * @param failure what it threw, if it threw
   * @param interruption why it was interrupted, if it was
   */
  private record Verdict(
      Outcome outcome, @Nullable Throwable failure, Optional<Interruption> interruption) {

    /**
     * An outcome that was returned counts, however late; an exception after the shutdown's
     * interrupt is its doing.
     */
    boolean wasCutOff() {
      return failure != null && interruption.filter(Interruption.SHUTDOWN::equals).isPresent();
    }
  }
}
