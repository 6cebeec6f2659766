package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Column;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A headers record: the table and its roles, and a column for each header. */
// snippet:headers
@QueueTable("changes")
record ChangeHeaders(
    @Id @Generated long id,
    @Group String kind,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Column("content-type") String contentType, // from here on: headers, named by their columns
    @Nullable String trace,
    Instant changedAt) {

  static ChangeHeaders of(String kind, @Nullable String trace, Instant changedAt) {
    return new ChangeHeaders(0, kind, 0, null, "text/plain", trace, changedAt);
  }
}
// end
