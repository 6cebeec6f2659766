package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row whose name is never null, over a column that may let null in. */
@QueueTable("named_jobs")
record NamedJob(
    @Id @Generated long id,
    @RetryAfter @Generated Instant retryAfter,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    String name) {}
