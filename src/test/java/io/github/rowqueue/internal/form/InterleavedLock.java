package io.github.rowqueue.internal.form;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;

/** A row lock table that keeps its groups in order. */
@QueueTable("interleaved_locks")
record InterleavedLock(
    @Id @Generated long id,
    @Group(fifo = true) String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @Payload String payload) {}
