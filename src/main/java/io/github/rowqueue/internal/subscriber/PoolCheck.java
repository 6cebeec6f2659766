package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.dialect.Dialect;
import io.github.rowqueue.internal.form.AdvisoryForm;
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
   * Which connections the deliveries of a subscription need.
   *
   * @param holds whether each holds one while its handler runs
   * @param reserves whether they are settled on the one that is reserved for that
   */
  record Uses(Predicate<Subscription> holds, Predicate<Subscription> reserves) {

    /** What they need on a database of {@code dialect}. */
    static Uses of(Dialect dialect) {
      return new Uses(one -> holds(dialect, one), one -> reserves(dialect, one));
    }

    private static boolean holds(Dialect dialect, Subscription subscription) {
      ClaimForm form = subscription.spec().form();
      return form == ClaimForm.ROW_LOCK
          || subscription.transactionalHandler().isPresent()
          || (form == ClaimForm.ADVISORY
              && subscription.lockSessions().isEmpty()
              && !AdvisoryForm.holdsKeysInProcess(dialect, subscription));
    }

    private static boolean reserves(Dialect dialect, Subscription subscription) {
      return subscription.spec().form() == ClaimForm.LEASE
          || AdvisoryForm.holdsKeysInProcess(dialect, subscription);
    }
  }

  /**
   * Checks the subscriptions together.
   *
   * @param kept how many connections of the pool are kept to listen on
   */
  static void check(
      List<Subscription> subscriptions,
      Uses uses,
      OptionalInt poolSize,
      int kept,
      Findings findings) {
    poolSize.ifPresent(
        size -> {
          boolean reserved = subscriptions.stream().anyMatch(uses.reserves());
          Pool pool = new Pool(size, reserved ? 2 : 1, kept);
          first(subscriptions, uses.holds().negate())
              .filter(other -> pool.left() < 2)
              .ifPresent(other -> single(other, pool, findings));
          first(subscriptions, PoolCheck::transactsBesideLeases)
              .filter(transactional -> pool.left() < 2)
              .ifPresent(transactional -> alone(transactional, pool, findings));
          int shared = subscriptions.stream().mapToInt(one -> one.lockSessions().orElse(0)).sum();
          first(subscriptions, one -> shared >= pool.left() && one.lockSessions().isPresent())
              .ifPresent(one -> sessions(one, shared, pool, findings));
          first(subscriptions, uses.holds())
              .ifPresent(one -> workers(one, workers(subscriptions, uses.holds()), pool, findings));
        });
  }

  /** Whether its handlers have transactions of their own, beside leases that are extended. */
  private static boolean transactsBesideLeases(Subscription subscription) {
    return subscription.spec().form() == ClaimForm.LEASE
        && subscription.transactionalHandler().isPresent();
  }

  /**
   * The connections.
   *
   * @param size all of them
   * @param spare how many stay free: one, and one for settlements and extensions where it is
   *     reserved
   * @param kept how many of them are kept to listen on
   */
  private record Pool(int size, int spare, int kept) {
    int left() {
      return size - kept;
    }

    String has() {
      return kept == 0
          ? "the pool has " + size + " connection" + (size == 1 ? "" : "s")
          : "the pool has %d connections, one of which is kept by listenNotify()".formatted(size);
    }

    String free() {
      return listening(spare == 1 ? "the one that is kept free" : "the two that are kept free");
    }

    String listening(String free) {
      return free + (kept == 0 ? "" : " and the one that listenNotify() keeps");
    }
  }

  /** Of one connection each transaction of a handler would keep its own leases from extension. */
  private static void alone(Subscription transactional, Pool pool, Findings findings) {
    findings
        .about(transactional)
        .problem(
            "%s, %s a handler in a transaction holds while leases are to be extended: give it at least %d, and better %d"
                .formatted(
                    pool.has(),
                    pool.kept() == 0 ? "which" : "the other of which",
                    2 + pool.kept(),
                    3 + pool.kept()));
  }

  private static void single(Subscription one, Pool pool, Findings findings) {
    String waits =
        one.spec().form() == ClaimForm.LEASE
            ? "a claim and the extension of leases"
            : "a claim and a settlement";
    findings
        .about(one)
        .warning(
            "%s, so that %s wait for each other: give it at least %d"
                .formatted(pool.has(), waits, 2 + pool.kept()));
  }

  private static void sessions(Subscription sharing, int wanted, Pool pool, Findings findings) {
    findings
        .about(sharing)
        .warning(
            "%d lockSessions in all need %d connections with %s, but the pool has %d: enlarge the pool, or lower lockSessions"
                .formatted(
                    wanted,
                    wanted + 1 + pool.kept(),
                    pool.listening("the one that is kept free"),
                    pool.size()));
  }

  private static void workers(Subscription holding, int workers, Pool pool, Findings findings) {
    int most = pool.left() - pool.spare();
    if (workers > most) {
      findings
          .about(holding)
          .warning(
              "%s holds a connection for each delivery: %d workers in all need %d connections with %s, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      holder(holding),
                      workers,
                      workers + pool.spare() + pool.kept(),
                      pool.free(),
                      pool.size(),
                      workers - Math.max(1, most)));
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
