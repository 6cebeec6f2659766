package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Row mode in a few columns. */
@QueueTable("small_rows")
record SmallRow(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    String text,
    @Nullable String note) {

  static SmallRow of(int number) {
    return of("text " + number, null);
  }

  static SmallRow of(String text, @Nullable String note) {
    return new SmallRow(0, 0, null, text, note);
  }
}
