package io.github.rowqueue.examples.accounts;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A change to be sent to another system, which must see its changes in order. */
// snippet:row
@QueueTable("crm_jobs")
record CrmChange(
    @Id @Generated long id,
    @Group(fifo = true) String target, // the system: one change of it in work at a time
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    @Payload byte[] payload) {}
// end
