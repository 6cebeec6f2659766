package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import io.github.rowqueue.table.TableSpec;

/** The forms that keep a group in order, each with its table of jobs. */
enum FifoForm {
  LEASE(FifoLeaseJob.class, "fifo_lease_jobs"),
  ROW_LOCK(FifoLockJob.class, "fifo_lock_jobs");

  private final Class<?> rowClass;
  private final String table;

  FifoForm(Class<?> rowClass, String table) {
    this.rowClass = rowClass;
    this.table = table;
  }

  static FifoForm of(JobForm form) {
    return form == JobForm.LEASE ? LEASE : ROW_LOCK;
  }

  Class<?> rowClass() {
    return rowClass;
  }

  String table() {
    return table;
  }

  TableSpec spec() {
    return Table.of(rowClass).spec();
  }

  SubscriptionBuilder<String> subscription(String group) {
    return Subscription.of(group, rowClass).codec(Codecs.text());
  }
}
