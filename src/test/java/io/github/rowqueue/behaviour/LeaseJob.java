package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease table with a payload, a group, and everything a cap needs. */
@QueueTable("lease_jobs")
record LeaseJob(
    @Id @Generated long id,
    @Group String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    @Payload String payload) {

  static LeaseJob of(String group, String payload) {
    return new LeaseJob(0, group, 0, Instant.EPOCH, 0, null, null, payload);
  }
}
