package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.PartitionKey;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Pieces that enter or leave the stock. */
// snippet:row
@QueueTable("stock_moves")
record StockMove(
    @Id @Generated long id,
    @PartitionKey @Nullable String article, // null: this row has no order
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    int pieces) {}
// end
