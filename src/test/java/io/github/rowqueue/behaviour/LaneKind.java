package io.github.rowqueue.behaviour;

import io.github.rowqueue.codec.Codecs;
import io.github.rowqueue.subscribe.Subscription;
import io.github.rowqueue.subscribe.SubscriptionBuilder;
import io.github.rowqueue.table.Table;
import java.util.List;

/** What keeps the rows of many lanes in order, lane by lane, with one subscription per process. */
enum LaneKind {
  GROUPS_LEASE(FifoLeaseJob.class, "grp", List.of("priority", "retry_after", "id")),
  GROUPS_ROW_LOCK(FifoLockJob.class, "grp", List.of("priority", "retry_after", "id")),
  KEYS_LEASE(OrderedKeyLease.class, "lane", List.of("priority", "id")),
  KEYS_ROW_LOCK(OrderedKeyLock.class, "lane", List.of("priority", "id"));

  /** The group of all rows whose lane is a key. */
  static final String GROUP = "keys";

  private final Class<?> rowClass;
  private final String lane;
  private final List<String> order;

  LaneKind(Class<?> rowClass, String lane, List<String> order) {
    this.rowClass = rowClass;
    this.lane = lane;
    this.order = order;
  }

  Class<?> rowClass() {
    return rowClass;
  }

  String table() {
    return Table.of(rowClass).spec().table().name();
  }

  boolean isLease() {
    return this == GROUPS_LEASE || this == KEYS_LEASE;
  }

  boolean isKeys() {
    return this == KEYS_LEASE || this == KEYS_ROW_LOCK;
  }

  /** The column that names the lane. */
  String lane() {
    return lane;
  }

  /** The columns that order the rows of a lane. */
  List<String> order() {
    return order;
  }

  SubscriptionBuilder<String> subscription() {
    return (isKeys() ? Subscription.of(GROUP, rowClass) : Subscription.allGroups(rowClass))
        .codec(Codecs.text());
  }
}
