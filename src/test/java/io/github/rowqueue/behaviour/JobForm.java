package io.github.rowqueue.behaviour;

import io.github.rowqueue.Rowqueue;
import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.publish.Publisher;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;

/** The forms a promise is kept in, each with its table of jobs. */
enum JobForm {
  LEASE(LeaseJob.class, "lease_jobs"),
  ROW_LOCK(LockJob.class, "lock_jobs");

  private final Class<?> rowClass;
  private final String table;

  JobForm(Class<?> rowClass, String table) {
    this.rowClass = rowClass;
    this.table = table;
  }

  Class<?> rowClass() {
    return rowClass;
  }

  String table() {
    return table;
  }

  /** The attempt a row holds that was delivered {@code deliveries} times: a lease claim counts. */
  long attemptAfter(int deliveries) {
    return this == LEASE ? deliveries + 1L : deliveries;
  }

  SubscriptionBuilder<String> subscription(String group) {
    return Subscription.of(group, rowClass).codec(Codecs.text());
  }

  Publisher<?> publisher(Rowqueue rowqueue) {
    return rowqueue.publisher(rowClass);
  }
}
