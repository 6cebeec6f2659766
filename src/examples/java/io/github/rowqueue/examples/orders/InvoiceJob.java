package io.github.rowqueue.examples.orders;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order to be invoiced; the row is the message. */
@QueueTable("invoice_jobs")
record InvoiceJob(
    @Id @Generated long id,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    long orderNumber) {

  static InvoiceJob forOrder(long orderNumber) {
    return new InvoiceJob(0, 0, null, orderNumber);
  }
}
