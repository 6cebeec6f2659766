package io.github.rowqueue.examples.docs;

import io.github.rowqueue.table.Attempt;
import io.github.rowqueue.table.Generated;
import io.github.rowqueue.table.Group;
import io.github.rowqueue.table.Id;
import io.github.rowqueue.table.LockedUntil;
import io.github.rowqueue.table.QueueTable;
import io.github.rowqueue.table.RetryAfter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is to be done next for an order; each step is a queue. */
@QueueTable("order_steps")
record OrderStep(
    @Id @Generated long id,
    @Group String step,
    @RetryAfter @Generated Instant retryAfter,
    @Attempt @Generated int attempt,
    @LockedUntil @Nullable Instant lockedUntil,
    long orderNumber) {

  static OrderStep of(String step, long orderNumber) {
    return new OrderStep(0, step, Instant.EPOCH, 1, null, orderNumber);
  }
}
