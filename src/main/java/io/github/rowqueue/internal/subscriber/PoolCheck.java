package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Whether the pool has the connections the subscriptions need together. Needs no database. */
final class PoolCheck {

  private PoolCheck() {}

  /**
   * Checks them together.
   *
   * @param holds whether the deliveries of a subscription hold a connection each
   */
  static void check(
      List<Subscription> subscriptions,
      Predicate<Subscription> holds,
      OptionalInt poolSize,
      Findings findings) {
    poolSize.ifPresent(
        size -> {
          first(subscriptions, holds.negate())
              .filter(other -> size < 2)
              .ifPresent(other -> single(other, findings));
          first(subscriptions, PoolCheck::opensTransactions)
              .filter(transactional -> size < 2)
              .ifPresent(transactional -> alone(transactional, findings));
          first(subscriptions, one -> one.lockSessions().orElse(0) >= size)
              .ifPresent(one -> sessions(one, size, findings));
          first(subscriptions, holds)
              .ifPresent(one -> workers(one, subscriptions, holds, size, findings));
        });
  }

  /** Whether its handlers have transactions of their own, beside what holds their rows. */
  private static boolean opensTransactions(Subscription subscription) {
    return subscription.spec().form() == ClaimForm.LEASE
        && subscription.transactionalHandler().isPresent();
  }

  /** Of one connection each transaction of a handler would keep its own leases from extension. */
  private static void alone(Subscription transactional, Findings findings) {
    findings
        .about(transactional)
        .problem(
            "the pool has 1 connection, which a handler in a transaction holds while leases are to be extended: give it at least 2, and better 3");
  }

  private static void single(Subscription one, Findings findings) {
    String waits =
        one.spec().form() == ClaimForm.LEASE
            ? "a claim and the extension of leases"
            : "a claim and a settlement";
    findings
        .about(one)
        .warning(
            "the pool has 1 connection, so that %s wait for each other: give it at least 2"
                .formatted(waits));
  }

  private static void sessions(Subscription sharing, int poolSize, Findings findings) {
    int wanted = sharing.lockSessions().orElse(0);
    findings
        .about(sharing)
        .warning(
            "lockSessions(%d) needs %d connections with the one that is kept free, but the pool has %d: enlarge the pool, or lower lockSessions"
                .formatted(wanted, wanted + 1, poolSize));
  }

  /** One is kept free, and one for settlements and extensions beside transactions. */
  private static void workers(
      Subscription holding,
      List<Subscription> all,
      Predicate<Subscription> holds,
      int poolSize,
      Findings findings) {
    int workers = workers(all, holds);
    int kept = all.stream().anyMatch(PoolCheck::opensTransactions) ? 2 : 1;
    if (workers > poolSize - kept) {
      findings
          .about(holding)
          .warning(
              "%s holds a connection for each delivery: %d workers in all need %d connections with the %s kept free, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      holder(holding),
                      workers,
                      workers + kept,
                      kept == 1 ? "one that is" : "two that are",
                      poolSize,
                      workers - Math.max(1, poolSize - kept)));
    }
  }

  private static String holder(Subscription holding) {
    return switch (holding.spec().form()) {
      case ROW_LOCK -> "the row lock form";
      case ADVISORY -> "the advisory form";
      case LEASE -> "a handler in a transaction";
    };
  }

  private static int workers(List<Subscription> subscriptions, Predicate<Subscription> holds) {
    return subscriptions.stream()
        .filter(holds)
        .mapToInt(one -> one.spec().fifoGroups() && !one.servesAllGroups() ? 1 : one.workers())
        .sum();
  }

  private static Optional<Subscription> first(
      List<Subscription> subscriptions, Predicate<Subscription> which) {
    return subscriptions.stream().filter(which).findFirst();
  }
}
