package io.github.rowqueue.internal.form;

import java.util.function.Supplier;

/** A row whose handler may write in an {@link OwnHandlerTransaction}. */
interface HandlerRow extends ClaimedRow {

  /** Its handler writes in {@code transaction}. */
  void handledIn(OwnHandlerTransaction transaction);

  /** Settles it by {@code write}, in the transaction of its handler. */
  SettleResult settleOnce(Supplier<SettleResult> write);

  /** The transaction of its handler was undone, and its ack with it. */
  void ackUndone();
}
