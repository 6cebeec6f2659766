package io.github.rowqueue.ownership;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The least a lease needs: the expiry is the whole token. */
@QueueTable("plain_jobs")
record PlainJob(
    @Id @Generated long id, @LockedUntil @Nullable Instant lockedUntil, @Payload String payload) {}
