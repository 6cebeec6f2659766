package io.github.rowqueue.internal.form;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease table with the whole claim order. */
@QueueTable("urgent_jobs")
record UrgentJob(
    @Id @Generated long id,
    @Group String grp,
    @Priority int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
