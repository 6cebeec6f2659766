package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** As {@link KeyOrderLease}, rows without a key are in no order. */
@QueueTable("key_nullable_lease")
record KeyNullableLease(
    @Id @Generated long id,
    @Group String grp,
    @PartitionKey(fifo = true) @Nullable String account,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    @Payload String payload) {}
