package io.github.rowqueue.behaviour;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease table whose messages are joined: it has no customer, no limit and no time of birth. */
@QueueTable("joined_lease")
record JoinedLease(
    @Id @Generated long id,
    @Group String grp,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @LastError @Nullable String lastError,
    long customerId,
    @Nullable String customer,
    long creditLimit,
    @Nullable Instant born) {}
