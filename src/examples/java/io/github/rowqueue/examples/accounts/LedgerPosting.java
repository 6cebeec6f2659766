package io.github.rowqueue.examples.accounts;

import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.Payload;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A posting; those of one account apply in the order they were written. */
// snippet:row
@QueueTable("ledger_jobs")
record LedgerPosting(
    @Id @Generated long id,
    @PartitionKey String account,
    @LockedUntil @Nullable Instant lockedUntil, // no @Attempt: a posting is never given up
    @Payload byte[] payload) {}
// end
