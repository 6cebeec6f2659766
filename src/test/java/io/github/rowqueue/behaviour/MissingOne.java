package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A table that is not there at first. */
@QueueTable("missing_one")
record MissingOne(
    @Id @Generated long id, @LockedUntil @Nullable Instant lockedUntil, @Payload String payload) {}
