package io.github.rowqueue.internal.subscriber;

import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.table.ClaimForm;
import java.time.Duration;
import java.util.List;

/** Whether a statement may take longer than what it is to keep. Needs no database. */
final class TimeoutCheck {

  private TimeoutCheck() {}

  /** One warning per lease subscription whose statements may outlast its lease. */
  static List<Finding> warnings(List<Subscription> subscriptions, EngineSettings settings) {
    Findings findings = Findings.none();
    subscriptions.stream()
        .filter(subscription -> subscription.spec().form() == ClaimForm.LEASE)
        .forEach(subscription -> lease(subscription, settings, findings.about(subscription)));
    return findings.warnings();
  }

  private static void lease(Subscription subscription, EngineSettings settings, Findings about) {
    Duration timeout = settings.statementTimeout(subscription);
    Duration lease = settings.lease(subscription);
    if (timeout.compareTo(lease) >= 0) {
      about.warning(
          "the statement timeout of %s is not shorter than the lease of %s, so that leases run out while a claim or a settlement still waits, and their rows are delivered again: set .statementTimeout(…) below the lease, or leave it out for a quarter of the lease, at most 10 s"
              .formatted(timeout, lease));
    }
  }
}
