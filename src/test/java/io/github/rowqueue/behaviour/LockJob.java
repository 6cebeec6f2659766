package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The same table as {@link LeaseJob} without a lease: the row lock form. */
@QueueTable("lock_jobs")
record LockJob(
    @Id @Generated long id,
    @Group String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LastError @Nullable String lastError,
    @Payload String payload) {

  static LockJob of(String group, String payload) {
    return new LockJob(0, group, 0, Instant.EPOCH, 0, null, payload);
  }
}
