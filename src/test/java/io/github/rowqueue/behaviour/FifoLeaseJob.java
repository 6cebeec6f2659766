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

/** As {@link LeaseJob}, each group in order. */
@QueueTable("fifo_lease_jobs")
record FifoLeaseJob(
    @Id @Generated long id,
    @Group(fifo = true) String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    @Payload String payload) {}
