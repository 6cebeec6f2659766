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
    check(subscriptions, poolSize, 0, findings);
  }

  /**
   * Warns of what is too small.
   *
   * @param kept how many connections of the pool are kept to listen on
   */
  static void check(
      List<Subscription> subscriptions, OptionalInt poolSize, int kept, Findings findings) {
    poolSize.ifPresent(
        size -> {
          first(subscriptions, ClaimForm.LEASE)
              .filter(lease -> size - kept < 2)
              .ifPresent(lease -> single(lease, size, kept, findings));
          first(subscriptions, ClaimForm.ROW_LOCK)
              .ifPresent(rowLock -> workers(rowLock, workers(subscriptions), size, kept, findings));
        });
  }

  private static void single(Subscription lease, int size, int kept, Findings findings) {
    String has =
        kept == 0
            ? "the pool has 1 connection"
            : "the pool has %d connections, one of which is kept by listenNotify()".formatted(size);
    findings
        .about(lease)
        .warning(
            "%s, so that a claim and the extension of leases wait for each other: give it at least %d"
                .formatted(has, 2 + kept));
  }

  private static void workers(
      Subscription rowLock, int workers, int poolSize, int kept, Findings findings) {
    int lendable = poolSize - kept;
    if (workers > lendable - 1) {
      findings
          .about(rowLock)
          .warning(
              "the row lock form holds a connection for each delivery: %d workers in all need %d connections with the one that is kept free%s, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      workers,
                      workers + 1 + kept,
                      kept == 0 ? "" : " and the one that listenNotify() keeps",
                      poolSize,
                      workers - Math.max(1, lendable - 1)));
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
