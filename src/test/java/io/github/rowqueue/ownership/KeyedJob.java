package io.github.rowqueue.ownership;

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

/** {@link Job} in the advisory form, a key for each payload. */
@QueueTable(value = "keyed_jobs", lockKey = "{grp}/{payload}")
record KeyedJob(
    @Id @Generated long id,
    @Group String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LastError @Nullable String lastError,
    @Payload String payload) {}
