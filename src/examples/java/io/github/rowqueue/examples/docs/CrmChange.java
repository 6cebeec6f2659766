package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A change that must reach the CRM after the one before it. */
// snippet:row
@QueueTable("crm_changes")
record CrmChange(
    @Id @Generated long id,
    @Group(fifo = true) String queue, // one row of a queue in work at a time, in order
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    @Payload String payload) {}
// end
