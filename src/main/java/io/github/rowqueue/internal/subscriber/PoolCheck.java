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
          int shared = subscriptions.stream().mapToInt(one -> one.lockSessions().orElse(0)).sum();
          first(subscriptions, one -> shared >= size && one.lockSessions().isPresent())
              .ifPresent(one -> sessions(one, shared, size, findings));
          first(subscriptions, holds)
              .ifPresent(one -> workers(one, workers(subscriptions, holds), size, findings));
        });
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

  private static void sessions(Subscription sharing, int wanted, int poolSize, Findings findings) {
    findings
        .about(sharing)
        .warning(
            "%d lockSessions in all need %d connections with the one that is kept free, but the pool has %d: enlarge the pool, or lower lockSessions"
                .formatted(wanted, wanted + 1, poolSize));
  }

  private static void workers(Subscription holding, int workers, int poolSize, Findings findings) {
    if (workers > poolSize - 1) {
      String form = holding.spec().form() == ClaimForm.ROW_LOCK ? "row lock" : "advisory";
      findings
          .about(holding)
          .warning(
              "the %s form holds a connection for each delivery: %d workers in all need %d connections with the one that is kept free, but the pool has %d, so that %d of the workers stay idle: enlarge the pool, or lower workers"
                  .formatted(
                      form, workers, workers + 1, poolSize, workers - Math.max(1, poolSize - 1)));
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
