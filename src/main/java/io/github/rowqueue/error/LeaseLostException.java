package io.github.rowqueue.error;

/**
 * A delivery no longer holds its row: its lease ran out and another claim may have taken the row,
 * or somebody changed the row. Nothing of the delivery's outcome was written.
 */
public final class LeaseLostException extends RowqueueException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param where subscription, table and row
   * @param statement the statement that found the lease gone, such as {@code mysql/lease/ack}
   */
  public LeaseLostException(String where, String statement) {
    super(
        ("%s: the lease is lost (%s changed no row) and nothing was written; the row is delivered again or was settled"
                + " by another holder: make the lease longer, or the handler idempotent")
            .formatted(where, statement),
        null);
  }
}
