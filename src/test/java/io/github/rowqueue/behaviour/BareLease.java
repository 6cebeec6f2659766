package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The least a lease table can be. */
@QueueTable("bare_lease")
record BareLease(
    @Id @Generated long id, @LockedUntil @Nullable Instant lockedUntil, @Payload String payload) {}
