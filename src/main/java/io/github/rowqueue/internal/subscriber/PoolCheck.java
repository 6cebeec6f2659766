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

  /** As below, of a pool from which nothing is kept. */
  static void check(
      List<Subscription> subscriptions,
      Predicate<Subscription> holds,
      OptionalInt poolSize,
      Findings findings) {
    check(subscriptions, holds, poolSize, 0, findings);
  }

  /**
   * Checks them together.
   *
   * @param holds whether the deliveries of a subscription hold a connection each
   * @param kept how many connections of the pool are kept to listen on
   */
  static void check(
      List<Subscription> subscriptions,
      Predicate<Subscription> holds,
      OptionalInt poolSize,
      int kept,
      Findings findings) {
    poolSize.ifPresent(
        size -> {
          Pool pool = new Pool(size, kept);
          first(subscriptions, holds.negate())
              .filter(other -> pool.left() < 2)
              .ifPresent(other -> single(other, pool, findings));
          first(subscriptions, one -> one.lockSessions().orElse(0) >= pool.left())
              .ifPresent(one -> sessions(one, pool, findings));
          first(subscriptions, holds)
              .ifPresent(one -> workers(one, workers(subscriptions, holds), pool, findings));
        });
  }

  /**
   * The connections.
   *
   * @param size all of them
   * @param kept how many of them are kept to listen on
   */
  private record Pool(int size, int kept) {
    int left() {
      return size - kept;
    }

    String has() {
      return kept == 0
          ? "the pool has " + size + " connection" + (size == 1 ? "" : "s")
          : "the pool has %d connections, one of which is kept by listenNotify()".formatted(size);
    }

    String free() {
      return "the one that is kept free"
          + (kept == 0 ? "" : " and the one that listenNotify() keeps");
    }
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

  private static void sessions(Subscription sharing, Pool pool, Findings findings) {
    int wanted = sharing.lockSessions().orElse(0);
    findings
        .about(sharing)
        .warning(
            "lockSessions(%d) needs %d connections with %s, but the pool has %d: enlarge the pool, or lower lockSessions"
                .formatted(wanted, wanted + 1 + pool.kept(), pool.free(), pool.size()));
  }

  private static void workers(Subscription holding, int workers, Pool pool, Findings findings) {
    if (workers > pool.left() - 1) {
      String form = holding.spec().form() == ClaimForm.ROW_LOCK ? "row lock" : "advisory";
      findings
          .about(holding)
          .warning(
              "the %s form holds a connection for each delivery: %d workers in all need %d connections with %s, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      form,
                      workers,
                      workers + 1 + pool.kept(),
                      pool.free(),
                      pool.size(),
                      workers - Math.max(1, pool.left() - 1)));
    }
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
