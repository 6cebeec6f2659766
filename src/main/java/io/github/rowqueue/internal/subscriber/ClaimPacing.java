package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.internal.clock.Nanos;
import io.github.rowqueue.subscribe.Backoff;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a subscription claims next. Pure: it is told the time and what happened, and guarded by its
 * loop.
 *
 * <table>
 * <caption>The wait after a claim</caption>
 * <tr><th>The claim was</th><th>Then</th></tr>
 * <tr><td>full</td><td>at once (B47)</td></tr>
 * <tr><td>partial or empty</td><td>the poll interval, shortened by up to 10 % so that instances drift apart; a wake-up ends
 * it, and so does the earliest retry this process knows of</td></tr>
 * <tr><td>full of rows that were just retried</td><td>50 ms, doubling up to the poll interval (SPEC 13, 20)</td></tr>
 * <tr><td>failed</td><td>the backoff of errors, which nothing shortens</td></tr>
 * </table>
 */
final class ClaimPacing {

  private static final double JITTER = 0.1;
  private static final Duration SHORTEST_RETRY_WAIT = Duration.ofMillis(50);

  /** More due times than this are not remembered: the poll finds the rows of the rest. */
  private static final int MOST_DUE_TIMES = 1024;

  private final Duration pollInterval;
  private final Backoff errors;
  private final PriorityQueue<Long> due = new PriorityQueue<>();
  private long pollAt;
  private long notBefore;
  private long retriesNotBefore;
  private Duration retryWait = Duration.ZERO;
  private int failures;
  private boolean woken = true;

  ClaimPacing(Duration pollInterval, Backoff errors, long now) {
    this.pollInterval = pollInterval;
    this.errors = errors;
    this.pollAt = now;
    this.notBefore = now;
    this.retriesNotBefore = now;
  }

  /** How long to wait from {@code now} before the next claim; 0 or less for none. */
  long nanosUntilNext(long now) {
    long next = pollAt - now;
    Long earliest = due.peek();
    if (earliest != null) {
      next = Math.min(next, Math.max(earliest - now, retriesNotBefore - now));
    }
    return Math.max(woken ? 0 : next, notBefore - now);
  }

  /**
   * A claim is about to start: what it will find needs no further claim, what is announced from now
   * on does (B251).
   */
  void started(long now) {
    woken = false;
    while (!due.isEmpty() && due.peek() - now <= 0) {
      due.poll();
    }
  }

  /**
   * As many rows came as were asked for; {@code onlyRetried} if this process has just retried every
   * one of them.
   */
  void full(long now, boolean onlyRetried) {
    succeeded();
    if (onlyRetried) {
      waitLonger(now);
      pollAt = retriesNotBefore;
    } else {
      retryWait = Duration.ZERO;
      pollAt = now;
    }
  }

  /** Fewer rows came than were asked for. */
  void partial(long now, boolean onlyRetried) {
    succeeded();
    if (onlyRetried) {
      waitLonger(now);
    } else {
      retryWait = Duration.ZERO;
    }
    pollLater(now);
  }

  /** No row came. */
  void empty(long now) {
    succeeded();
    waitLonger(now);
    pollLater(now);
  }

  /** The claim failed. */
  void failed(long now) {
    failures++;
    notBefore = now + Nanos.of(errors.delay(failures));
    pollAt = notBefore;
  }

  /** A row was announced that may be claimable now. */
  void wake() {
    woken = true;
  }

  /** A row this process wrote becomes claimable at {@code at}. */
  void due(long at) {
    if (due.size() < MOST_DUE_TIMES) {
      due.add(at);
    }
  }

  /**
   * Nothing is claimed for {@code pause}: a row without a retry_after column waits by slowing its
   * subscription.
   */
  void holdOff(long now, Duration pause) {
    long until = now + Nanos.of(pause);
    if (until - notBefore > 0) {
      notBefore = until;
    }
  }

  private void succeeded() {
    failures = 0;
  }

  private void pollLater(long now) {
    double share = 1 - JITTER * ThreadLocalRandom.current().nextDouble();
    pollAt = now + Math.round(Nanos.of(pollInterval) * share);
  }

  private void waitLonger(long now) {
    Duration doubled = retryWait.isZero() ? SHORTEST_RETRY_WAIT : retryWait.multipliedBy(2);
    retryWait = doubled.compareTo(pollInterval) > 0 ? pollInterval : doubled;
    retriesNotBefore = now + Nanos.of(retryWait);
  }
}
