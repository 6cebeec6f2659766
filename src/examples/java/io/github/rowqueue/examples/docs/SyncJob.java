package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LastError;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An account that is to be synchronised with the bank, which takes one request per account. */
// snippet:row
@QueueTable(value = "account_syncs", lockKey = "bank-{account}")
record SyncJob(
    @Id @Generated long id,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LastError @Nullable String lastError,
    String account) {}
// end
