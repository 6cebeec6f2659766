package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A table whose every column the database fills. */
@QueueTable("defaults_only")
record DefaultsOnly(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Generated @Nullable Instant lockedUntil) {}
