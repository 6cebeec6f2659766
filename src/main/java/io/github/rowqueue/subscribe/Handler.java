package io.github.rowqueue.subscribe;

/**
 * Does the work of one message.
 *
 * @param <M> the message: the decoded payload, or the row where the table has no payload column
 */
@FunctionalInterface
public interface Handler<M> {

  /**
   * Handles {@code message}. Called by up to {@code workers} threads at a time. The same message
   * may come again (at-least-once): after a crash, a lost lease, or an outcome that could not be
   * written.
   *
   * @return what to do with the row
   * @throws Exception a failed attempt: the failure policy decides
   */
  Outcome handle(M message, Delivery delivery) throws Exception;
}
