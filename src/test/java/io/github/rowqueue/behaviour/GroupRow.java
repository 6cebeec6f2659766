package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Groups in order, in row mode. */
@QueueTable("group_rows")
record GroupRow(
    @Id @Generated long id,
    @Group(fifo = true) String grp,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    int number,
    @Nullable String note) {

  static GroupRow of(String group, int number) {
    return new GroupRow(0, group, 0, null, number, number % 2 == 0 ? null : "odd");
  }
}
