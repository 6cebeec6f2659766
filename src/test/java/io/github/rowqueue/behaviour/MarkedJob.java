package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.ProcessedAt;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finished rows stay, marked; no attempt is counted, so the expiry alone is the token. */
@QueueTable("marked_jobs")
record MarkedJob(
    @Id @Generated long id,
    @Group String grp,
    @RetryAfter @Generated Instant retryAfter,
    @ProcessedAt @Nullable Instant processedAt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
