package io.github.rowqueue.subscribe;

import java.sql.Connection;

/**
 * Does the work of one message in the transaction that settles its row: what it writes on the
 * connection is committed with an {@code ack()}, and with nothing else.
 *
 * @param <M> the message: the decoded payload, or the row where the table has no payload column
 */
@FunctionalInterface
public interface TransactionalHandler<M> {

  /**
   * Handles {@code message}. Called by up to {@code workers} threads at a time, each with a
   * connection of its own. The same message may come again, but never after an {@code ack()} whose
   * writes were committed.
   *
   * @param connection the transaction: everything but its end. Commit, rollback, close, unwrap and
   *     changes of settings are refused by an {@link java.sql.SQLException}; savepoints are the
   *     handler's to use, but on H2. Any use after the handler has returned is refused by a {@link
   *     io.github.rowqueue.error.TransactionHeldException}; a call that is still in progress then,
   *     on another thread, makes the delivery fail, and nothing takes effect. What is published on
   *     it wakes subscriptions once it is committed
   * @return what to do with the row; all but {@code ack()} roll back what was written first
   * @throws Exception a failed attempt, whose writes are rolled back: the failure policy decides
   */
  Outcome handle(M message, Delivery delivery, Connection connection) throws Exception;
}
