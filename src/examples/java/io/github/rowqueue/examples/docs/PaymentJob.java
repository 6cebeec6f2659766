package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Column;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Headers;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.NotAColumn;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.Priority;
import io.github.rowqueue.table.ProcessedAt;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table with nearly every role. */
// snippet:row
@QueueTable("payment_jobs")
record PaymentJob(
    @Id @Generated long id,
    @Group String queue,
    @Priority @Generated int priority,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @ProcessedAt @Nullable Instant processedAt,
    @Headers @Nullable Map<String, String> headers,
    @LastError @Nullable String lastError,
    @Payload byte[] payload,
    @Column("Customer No") long customer, // a data column, under the name the table gives it
    @NotAColumn String note) {}
// end
