package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.publish.ListenNotify;
import io.github.rowqueue.subscribe.RowqueueListener;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadFactory;

/**
 * What one {@code Rowqueue} sets for all its subscriptions.
 *
 * @param lease how long a row is held, where the subscription does not say
 * @param pollInterval how long a subscription waits, where it does not say
 * @param statementTimeout the bound of a statement, where neither this nor the subscription says:
 *     derived from the lease
 * @param drainTimeout how long {@code close()} waits for handlers
 * @param connections the size of the pool, if the service says it
 * @param clock the service's own clock, which is taken as it is; empty for the host's, aligned with
 *     the database
 * @param listener sees what happens
 * @param workers makes the threads handlers run on
 * @param listenNotify how other processes are woken, if they are
 */
public record EngineSettings(
    Duration lease,
    Duration pollInterval,
    Optional<Duration> statementTimeout,
    Duration drainTimeout,
    OptionalInt connections,
    Optional<InstantSource> clock,
    RowqueueListener listener,
    ThreadFactory workers,
    Optional<ListenNotify> listenNotify) {

  private static final Duration LONGEST_STATEMENT = Duration.ofSeconds(10);

  /** How many connections of the pool are kept to listen on. */
  public int kept(List<Subscription> subscriptions) {
    boolean inPool = listenNotify.map(how -> how.connection().isEmpty()).orElse(false);
    return inPool && !subscriptions.isEmpty() ? 1 : 0;
  }

  Duration lease(Subscription subscription) {
    return subscription.lease().orElse(lease);
  }

  Duration pollInterval(Subscription subscription) {
    return subscription.pollInterval().orElse(pollInterval);
  }

  /** The smaller of 10 s and a quarter of the lease, unless said otherwise. */
  Duration statementTimeout(Subscription subscription) {
    Duration quarter = lease(subscription).dividedBy(4);
    boolean leased = subscription.spec().form() == ClaimForm.LEASE;
    Duration derived =
        leased && quarter.compareTo(LONGEST_STATEMENT) < 0 ? quarter : LONGEST_STATEMENT;
    return subscription.statementTimeout().or(() -> statementTimeout).orElse(derived);
  }

  /**
   * The shortest lease in use; that of the whole {@code Rowqueue} where no subscription has one.
   */
  Duration shortestLease(List<Subscription> subscriptions) {
    return subscriptions.stream()
        .filter(subscription -> subscription.spec().form() == ClaimForm.LEASE)
        .map(this::lease)
        .min(Duration::compareTo)
        .orElse(lease);
  }
}
