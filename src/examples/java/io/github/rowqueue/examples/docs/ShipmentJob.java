package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A parcel to be sent, whose address stands in the order. */
// snippet:row
@QueueTable("shipment_jobs")
record ShipmentJob(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    long orderNo,
    String address) {} // no column of shipment_jobs: the fetch joins it
// end
