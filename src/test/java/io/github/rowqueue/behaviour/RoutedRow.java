package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row that is the message, of a table that names lead to. */
@QueueTable("routed_rows")
record RoutedRow(
    @Id @Generated long id,
    @Group String grp,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    String text) {

  static RoutedRow of(String text) {
    return new RoutedRow(0, "the name is the group", 0, null, text);
  }
}
