package io.github.rowqueue.examples.quickstart;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One row of the table of {@code schema.sql}. */
// snippet:row
@QueueTable("email_jobs")
record EmailJob(
    @Id @Generated long id,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil, // this column selects the lease form
    @LastError @Nullable String lastError,
    @Payload String payload) {}
// end
