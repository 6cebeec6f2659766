package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.HeadFailure;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A posting that must be booked after those of its account before it. */
// snippet:row
@QueueTable("postings")
record Posting(
    @Id @Generated long id,
    @PartitionKey(fifo = true, onHeadFailure = HeadFailure.PARK) String account,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    long cents) {}
// end
