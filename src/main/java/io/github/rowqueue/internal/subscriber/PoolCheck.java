package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Whether the pool has the connections the subscriptions need together. Needs no database. */
final class PoolCheck {

  private PoolCheck() {}

  static void check(List<Subscription> subscriptions, OptionalInt poolSize, Findings findings) {
    poolSize.ifPresent(
        size -> {
          first(subscriptions, ClaimForm.LEASE)
              .filter(lease -> size < 2)
              .ifPresent(lease -> single(lease, subscriptions, findings));
          subscriptions.stream()
              .filter(PoolCheck::holdsConnections)
              .findFirst()
              .ifPresent(one -> workers(one, subscriptions, size, findings));
        });
  }

  /** Of one connection each transaction of a handler would keep its own leases from extension. */
  private static void single(Subscription lease, List<Subscription> all, Findings findings) {
    Optional<Subscription> transactional =
        all.stream()
            .filter(one -> one.spec().form() == ClaimForm.LEASE && holdsConnections(one))
            .findFirst();
    if (transactional.isPresent()) {
      findings
          .about(transactional.get())
          .problem(
              "the pool has 1 connection, which a handler in a transaction holds while leases are to be extended: give it at least 2, and better 3");
      return;
    }
    findings
        .about(lease)
        .warning(
            "the pool has 1 connection, so that a claim and the extension of leases wait for each other: give it at least 2");
  }

  /** One is kept free, and one for settlements and extensions where there are leases. */
  private static void workers(
      Subscription first, List<Subscription> all, int poolSize, Findings findings) {
    int workers = workers(all);
    boolean transactions =
        all.stream().anyMatch(one -> one.spec().form() == ClaimForm.LEASE && holdsConnections(one));
    int kept = transactions ? 2 : 1;
    if (workers > poolSize - kept) {
      findings
          .about(first)
          .warning(
              "%s holds a connection for each delivery: %d workers in all need %d connections with the %s kept free, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      first.spec().form() == ClaimForm.ROW_LOCK
                          ? "the row lock form"
                          : "a handler in a transaction",
                      workers,
                      workers + kept,
                      kept == 1 ? "one that is" : "two that are",
                      poolSize,
                      workers - Math.max(1, poolSize - kept)));
    }
  }

  private static boolean holdsConnections(Subscription subscription) {
    return subscription.spec().form() == ClaimForm.ROW_LOCK
        || subscription.transactionalHandler().isPresent();
  }

  private static int workers(List<Subscription> subscriptions) {
    return subscriptions.stream()
        .filter(PoolCheck::holdsConnections)
        .mapToInt(one -> one.spec().fifoGroups() ? 1 : one.workers())
        .sum();
  }

  private static Optional<Subscription> first(List<Subscription> subscriptions, ClaimForm form) {
    return subscriptions.stream()
        .filter(subscription -> subscription.spec().form() == form)
        .findFirst();
  }
}
