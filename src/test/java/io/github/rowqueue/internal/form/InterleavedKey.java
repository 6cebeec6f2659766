package io.github.rowqueue.internal.form;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease table that keeps its keys in order. */
@QueueTable("interleaved_keys")
record InterleavedKey(
    @Id @Generated long id,
    @Group String grp,
    @PartitionKey(fifo = true) String lane,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
