package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The same as {@link JoinedLease} in the row lock form. */
@QueueTable("joined_lock")
record JoinedLock(
    @Id @Generated long id,
    @Group String grp,
    @Attempt @Generated int attempt,
    @LastError @Nullable String lastError,
    long customerId,
    @Nullable String customer,
    long creditLimit,
    @Nullable Instant born) {}
