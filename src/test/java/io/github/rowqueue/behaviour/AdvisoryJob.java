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

/**
 * Jobs of accounts, one of each in work at a time; a null account is the account without a name.
 */
@QueueTable(value = "advisory_jobs", lockKey = "{grp}/{account}")
record AdvisoryJob(
    @Id @Generated long id,
    @Group String grp,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated short attempt,
    @LastError @Nullable String lastError,
    @Nullable String account,
    @Payload String payload) {}
