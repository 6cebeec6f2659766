package io.github.rowqueue.error;

/**
 * The connection of {@code handleInTransaction} was used beyond the end of its handler. Raised to
 * whoever uses it after the end, where nothing is done; and told to the listener where a call was
 * still in progress at the end, so that nothing of the transaction takes effect.
 */
public final class TransactionHeldException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  private TransactionHeldException(String message) {
    super(message, null);
  }

  /**
   * For a call that came too late.
   *
   * @param where subscription, table and row
   * @param call what was called, such as {@code Connection.prepareStatement}
   * @param reason why the connection is closed to its handler
   */
  public static TransactionHeldException late(String where, String call, String reason) {
    return new TransactionHeldException(
        "%s: %s() was called on the connection of its handler and refused, since %s: use it only inside the handler, and wait there for threads that use it"
            .formatted(where, call, reason));
  }

  /**
   * For a call that had not come back when the handler ended.
   *
   * @param where subscription, table and row
   */
  public static TransactionHeldException inProgress(String where) {
    return new TransactionHeldException(
        "%s: a call on the connection of its handler was still in progress when the handler ended, so nothing of its transaction takes effect: wait inside the handler for threads that use the connection"
            .formatted(where));
  }
}
