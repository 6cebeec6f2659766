package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Event;
import io.github.rowqueue.internal.form.Form;
import io.github.rowqueue.internal.form.HandlerTransaction;
import io.github.rowqueue.internal.form.Pause;
import io.github.rowqueue.internal.form.Settlement;
import io.github.rowqueue.internal.jdbc.RawRow;
import io.github.rowqueue.internal.subscriber.WorkInProgress.Interruption;
import io.github.rowqueue.subscribe.Outcome;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Settled;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import io.github.rowqueue.table.HeadFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the runs of one subscription share: its rule, its listener, and their way back to the loop.
 * Thread-safe.
 */
final class SubscriptionContext {

  private static final Logger LOG = LoggerFactory.getLogger(SubscriptionContext.class);

  private final Subscription subscription;
  private final SettlementRule rule;
  private final RowqueueListener listener;
  private final Threads threads;
  private final Form form;
  private final Pause pause;
  private final Replies replies;
  private final Handling handling;
  private final AtomicInteger unwritten = new AtomicInteger();
  private final AtomicBoolean warnedOfMissingDelay = new AtomicBoolean();
  private volatile @Nullable SubscriberLoop loop;

  SubscriptionContext(
      Subscription subscription,
      Form form,
      RowqueueListener listener,
      Threads threads,
      Pause pause,
      Replies replies) {
    this.subscription = subscription;
    this.rule = SettlementRule.of(subscription);
    this.listener = listener;
    this.threads = threads;
    this.form = form;
    this.pause = pause;
    this.replies = replies;
    this.handling = new Handling(this, subscription);
  }

  Handling handling() {
    return handling;
  }

  Replies replies() {
    return replies;
  }

  void attach(SubscriberLoop loop) {
    this.loop = loop;
  }

  Subscription subscription() {
    return subscription;
  }

  Form form() {
    return form;
  }

  SettlementRule rule() {
    return rule;
  }

  RowqueueListener listener() {
    return listener;
  }

  /** Runs {@code work} on a worker, or at once if the system has no thread to give. */
  void onWorker(Runnable work) {
    try {
      threads.execute(work);
    } catch (RuntimeException | Error refused) {
      LOG.debug("{}: no thread, run by the caller", subscription.where(), refused);
      work.run();
    }
  }

  void record(WorkInProgress work, Settled how) {
    if (LOG.isDebugEnabled()) {
      LOG.debug("{}: {}", work.where(), how);
    }
    listener.settled(work, how);
  }

  /** What the failure policy says; a policy that fails itself counts as the default one. */
  Outcome.Failure policy(Throwable failure, WorkInProgress work) {
    try {
      Outcome.Failure outcome = subscription.failurePolicy().outcome(failure, work);
      if (outcome != null) {
        return outcome;
      }
      LOG.error("{}: the failure policy returned null; the declared backoff is used", work.where());
    } catch (RuntimeException | Error broken) {
      LOG.error(
          "{}: the failure policy failed; the declared backoff is used", work.where(), broken);
    }
    return Outcome.retryAfter(subscription.backoff().delay(work.attempt().orElse(1)));
  }

  /** Tells the listener of what went wrong and is tried again. */
  void tell(Throwable failure) {
    listener.failed(
        subscription.name(),
        failure instanceof RuntimeException known
            ? known
            : new IllegalStateException(subscription.where() + ": " + failure, failure));
  }

  /** Starts the clock of the handler's timeout; closing what is returned stops it. */
  AutoCloseable limitHandler(List<WorkInProgress> works) {
    Duration timeout = subscription.handlerTimeout().orElse(null);
    if (timeout == null) {
      return () -> {};
    }
    ScheduledFuture<?> alarm =
        threads.after(timeout, () -> works.forEach(work -> interruptLate(work, timeout)));
    return () -> alarm.cancel(false);
  }

  private static void interruptLate(WorkInProgress work, Duration timeout) {
    LOG.warn(
        "{}: its handler takes longer than {}; interrupted, and its lease runs out",
        work.where(),
        timeout);
    work.row().stopExtending();
    work.interrupt(Interruption.TIMEOUT);
  }

  /**
   * Ends {@code transaction} under its handler where that takes longer than it may; what is
   * returned ends that limit.
   */
  Runnable limit(HandlerTransaction transaction, WorkInProgress work) {
    if (transaction.limit().isEmpty()) {
      return () -> {};
    }
    Duration limit = transaction.limit().get();
    ScheduledFuture<?> alarm =
        threads.after(
            limit,
            () -> {
              LOG.warn(
                  "{}: its handler has held the transaction for {}; undone, and the handler interrupted, since this database"
                      + " has one writer, for which leases wait: make the lease longer, or the handler shorter",
                  work.where(),
                  limit);
              transaction.cutOff();
              work.interrupt(Interruption.TIMEOUT);
            });
    return () -> {
      boolean unused = alarm.cancel(false);
    };
  }

  void warnOfMissingDelay(Outcome outcome) {
    boolean missing = outcome instanceof Outcome.RetryAfter && !rule.delays();
    if (missing && warnedOfMissingDelay.compareAndSet(false, true)) {
      LOG.warn(
          "{}: retryAfter(…) needs a column to keep the delay in, so rows come back at once: add @RetryAfter to a component,"
              + " or return retry()",
          subscription.where());
    }
  }

  /**
   * A table without a retry_after column and without a lease cannot make one row wait, so the
   * subscription does.
   */
  void paceAfter(Outcome.Failure outcome) {
    boolean paces = !rule.delays() && subscription.spec().form() != ClaimForm.LEASE;
    SubscriberLoop current = loop;
    if (paces && outcome instanceof Outcome.RetryAfter retry && current != null) {
      current.holdOff(retry.delay());
    }
  }

  /**
   * Whether another row of the lane may be claimed after {@code settlement}, where the heads of
   * lanes are claimed: its row is gone, or others pass it.
   */
  boolean freesLane(Settlement settlement) {
    boolean groups = subscription.servesAllGroups();
    if (!groups && !subscription.spec().fifoKeys()) {
      return false;
    }
    boolean passes =
        settlement.event().kind() == Event.Kind.RETRY_AFTER
            && rule.delays()
            && (groups || subscription.spec().onHeadFailure() == HeadFailure.SKIP);
    return settlement.finishes() || settlement.parks() || passes;
  }

  /** Tells the loop when a row this process has just written becomes claimable. */
  void written(RawRow row, Settlement settlement) {
    unwritten.set(0);
    SubscriberLoop current = loop;
    if (current == null) {
      return;
    }
    Event.Kind kind = settlement.event().kind();
    boolean delayed = rule.delays() && !settlement.delay().isZero();
    if (kind == Event.Kind.RETRY || (kind == Event.Kind.RETRY_AFTER && !delayed)) {
      current.retried(row.id(), form.rest(row));
    } else if (kind == Event.Kind.RETRY_AFTER) {
      current.delayed(settlement.delay());
    } else if (kind == Event.Kind.HOLD) {
      current.held(settlement.delay());
    }
  }

  /** Keeps a worker from running at full speed into a database that refuses its settlements. */
  void backOff() {
    pause.await(subscription.errorBackoff().delay(unwritten.incrementAndGet()));
  }
}
