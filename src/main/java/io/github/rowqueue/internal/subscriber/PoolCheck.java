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
              .ifPresent(lease -> single(lease, findings));
          first(subscriptions, ClaimForm.ROW_LOCK)
              .ifPresent(rowLock -> workers(rowLock, workers(subscriptions), size, findings));
        });
  }

  private static void single(Subscription lease, Findings findings) {
    findings
        .about(lease)
        .warning(
            "the pool has 1 connection, so that a claim and the extension of leases wait for each other: give it at least 2");
  }

  private static void workers(Subscription rowLock, int workers, int poolSize, Findings findings) {
    if (workers > poolSize - 1) {
      findings
          .about(rowLock)
          .warning(
              "the row lock form holds a connection for each delivery: %d workers in all need %d connections with the one that is kept free, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(workers, workers + 1, poolSize, workers - Math.max(1, poolSize - 1)));
    }
  }

  private static int workers(List<Subscription> subscriptions) {
    return subscriptions.stream()
        .filter(subscription -> subscription.spec().form() == ClaimForm.ROW_LOCK)
        .mapToInt(one -> one.spec().fifoGroups() && !one.servesAllGroups() ? 1 : one.workers())
        .sum();
  }

  private static Optional<Subscription> first(List<Subscription> subscriptions, ClaimForm form) {
    return subscriptions.stream()
        .filter(subscription -> subscription.spec().form() == form)
        .findFirst();
  }
}
