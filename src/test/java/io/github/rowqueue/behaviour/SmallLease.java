package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An attempt column that is soon full. */
@QueueTable("small_lease")
record SmallLease(
    @Id @Generated long id,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated short attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload String payload) {}
