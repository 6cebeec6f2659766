package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row that is to be written once per order. */
@QueueTable("once_jobs")
record OnceJob(
    @Id @Generated long id,
    @Group String grp,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    String orderNo,
    @Nullable String code) {

  static OnceJob of(String group, String orderNo, @Nullable String code) {
    return new OnceJob(0, group, 0, null, orderNo, code);
  }
}
