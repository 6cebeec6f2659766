package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;

/** An attempt column that is soon full. */
@QueueTable("small_lock")
record SmallLock(
    @Id @Generated long id,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated short attempt,
    @Payload String payload) {}
